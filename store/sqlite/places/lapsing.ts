import { boxes } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import { untaken } from '../../../src/domain/queue.ts'
import type { Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { type ChangeParts, type OpenChange, openChange } from '../rows/changes.ts'
import type { QueueRow } from '../rows/queue-rows.ts'
import { markReturned, takingOf } from '../rows/returned-rows.ts'
import { type CopyRow, copyColumns, deliveryOf } from '../rows/rows.ts'

const processing = boxes.indexOf('processing')
const lapsedSql = `SELECT d.rank, ${copyColumns} FROM deliveries d WHERE d.agent_id = ? AND d.box = ${processing} AND (d.held_until IS NULL OR d.held_until <= ?) ORDER BY d.rank LIMIT ? + 0`

/** The most claims changed under one lock, so that senders can write in between. That is enough for one caller. */
export const lockedClaims = 50

export function hasLapsed(connection: Connection, { agent_id }: QueueRow, at: number): boolean {
  const sql = `SELECT 1 FROM deliveries d WHERE d.agent_id = ? AND d.box = ${processing} AND (d.held_until IS NULL OR d.held_until <= ?) LIMIT 1`
  return connection.statement(sql).get(agent_id, at) !== undefined
}

export function lapsedRows(
  connection: Connection,
  { agent_id }: QueueRow,
  at: number,
  limit: number,
): readonly CopyRow[] {
  return connection.statement(lapsedSql).all(agent_id, at, limit) as CopyRow[]
}

/** Returns items with lapsed claims to the queue; items out of attempts become dead letters. */
export function returnLapsed(
  { connection }: ChangeParts,
  queue: QueueRow,
  doer: Doer,
  at: number,
  limit = lockedClaims,
): readonly number[] {
  const rows = lapsedRows(connection, queue, at, limit)
  if (rows.length === 0) return []
  const deed = openChange(connection, { doer, at, what: 'lapsed' })
  for (const row of rows) endTry(connection, deed, { queue, row }, 'lapsed', { by: row.held_by })
  deed.finish()
  return rows.map(({ rank }) => idOfRank(rank))
}

/** Ends a failed attempt: the item goes back to the queue or, with the reason, to the dead letters. */
export function endTry(
  connection: Connection,
  deed: OpenChange,
  { queue, row }: { readonly queue: QueueRow; readonly row: CopyRow },
  what: 'fail' | 'lapsed',
  detail: Readonly<Record<string, string | null>>,
): CopyRow {
  const next = untaken(deliveryOf(connection, row), queue.attempts, givenBack(connection, row))
  const told = { ...detail, attempt: row.attempts }
  if (next.box !== 'dead') {
    const taking = what === 'lapsed' ? takingOf(connection, row) : null
    const changed = deed.change({ row, next, what, detail: told })
    if (taking !== null && row.held_by !== null)
      markReturned(connection, row, { by: row.held_by, session: taking.session, takenAt: taking.at })
    return changed
  }
  deed.note(row, what, told)
  return deed.change({ row, next, what: 'dead', detail: { reason: 'attempts', attempts: row.attempts } })
}

/** How many claims of an item were given back untried: the log knows. */
function givenBack(connection: Connection, { agent_id, rank }: CopyRow): number {
  const sql = "SELECT count(*) FROM events WHERE message_id = ? AND agent_id = ? AND what = 'release'"
  return Number(connection.column(sql).get(idOfRank(rank), agent_id))
}
