import type { Engine } from '../../sql/connection.ts'
import { step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { raiseRosterVersion } from '../database/facts.ts'
import { noteChange } from '../rows/changes.ts'
import { namesOf } from '../rows/names.ts'

/** The write lock is the file's: whoever changes anything is alone. */
export function openEngine(connection: Connection): Engine {
  const names = namesOf(connection)
  return {
    numberOf: (address) => step(() => names.find(address) ?? -1),
    requireNumber: (_, address) => step(() => names.require(address)),
    addressOf: (id) => step(() => names.of(id)),
    noteChange: (_, author, what, about) => step(() => noteChange(connection, author, what, about)),
    lockRoster: () => step(() => undefined),
    raiseRosterVersion: () => step(() => raiseRosterVersion(connection)),
    lockReservations: () => step(() => undefined),
    markReserved: (_, isReserved) => step(() => markReserved(connection, isReserved)),
  }
}

function markReserved({ signals, statement, afterwards }: Connection, isReserved: boolean): void {
  if (isReserved) signals.markReserved(true)
  // A signal lowered before the COMMIT would be wrong if the process died in it.
  else
    afterwards(() => {
      if (statement('SELECT 1 FROM reservations LIMIT 1').get() === undefined) signals.markReserved(false)
    })
}
