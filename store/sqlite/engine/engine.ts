import type { Engine } from '../../sql/connection.ts'
import { step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { raiseRosterVersion } from '../database/facts.ts'
import { noteChange } from '../rows/changes.ts'
import { namesOf } from '../rows/names.ts'

const reservedSql = 'SELECT 1 FROM reservations LIMIT 1'
const askingSql = 'SELECT 1 FROM asks WHERE agent_id = (SELECT id FROM agents WHERE address = ?) LIMIT 1'

/** The write lock is the file's: whoever changes anything is alone. */
export function openEngine(connection: Connection): Engine {
  const names = namesOf(connection)
  return {
    numberOf: (address) => step(() => names.find(address) ?? -1),
    requireNumber: (_, address) => step(() => names.require(address)),
    noteChange: (_, author, what, about) => step(() => noteChange(connection, author, what, about)),
    lockRoster: () => step(() => undefined),
    raiseRosterVersion: () => step(() => raiseRosterVersion(connection)),
    lockReservations: () => step(() => undefined),
    markReserved: (_, isReserved) => step(() => markReserved(connection, isReserved)),
    markAsking: (_, address, isAsking) => step(() => markAsking(connection, address, isAsking)),
    isMarkedAsking: (address) => step(() => connection.signals.isAsking(address)),
  }
}

/** A mark is taken away after the COMMIT: before it, it would be wrong if the process died in it. */
function markAsking(
  { signals, statement, afterwards }: Connection,
  address: string,
  isAsking: boolean,
): void {
  if (isAsking) signals.markAsking(address, true)
  else
    afterwards(() => {
      if (statement(askingSql).get(address) === undefined) signals.markAsking(address, false)
    })
}

/** The same of all reservations. */
function markReserved({ signals, statement, afterwards }: Connection, isReserved: boolean): void {
  if (isReserved) signals.markReserved(true)
  else
    afterwards(() => {
      if (statement(reservedSql).get() === undefined) signals.markReserved(false)
    })
}
