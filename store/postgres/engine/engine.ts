import type { Engine } from '../../sql/connection.ts'
import { step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { lockRoster, raiseRosterVersion } from '../database/facts.ts'
import { noteChange } from '../rows/changes.ts'
import { namesOf } from '../rows/names.ts'

/** A row's lock is its own, so what must not meet locks more than it changes. */
export function openEngine(connection: Connection): Engine {
  const names = namesOf(connection)
  return {
    *numberOf(address) {
      return (yield* step(() => names.find(address))) ?? -1
    },
    requireNumber: (_, address) => step(() => names.require(address)),
    noteChange: (_, author, what, about) => step(() => noteChange(connection, author, what, about)),
    lockRoster: () => step(() => lockRoster(connection)),
    raiseRosterVersion: () => step(() => raiseRosterVersion(connection)),
    *lockReservations(tx) {
      yield* tx.run('LOCK TABLE reservations IN SHARE ROW EXCLUSIVE MODE')
    },
    // Shells ask the machine's link, which asks the rows.
    markReserved: () => step(() => undefined),
    markAsking: () => step(() => undefined),
    isMarkedAsking: () => step(() => false),
  }
}
