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
const lapsedSql = `SELECT d.rank, ${copyColumns} FROM deliveries d WHERE d.agent_id = ? AND d.box = ${processing} AND (d.held_until IS NULL OR d.held_until <= ?) ORDER BY d.rank LIMIT ?`

/** So many change under one lock: senders go in between. There are enough of them for who asks. */
export const lockedClaims = 50

export async function hasLapsed(
  connection: Connection,
  { agent_id }: QueueRow,
  at: number,
): Promise<boolean> {
  const sql = `SELECT 1 FROM deliveries d WHERE d.agent_id = ? AND d.box = ${processing} AND (d.held_until IS NULL OR d.held_until <= ?) LIMIT 1`
  return (await connection.statement(sql).get(agent_id, at)) !== undefined
}

export async function lapsedRows(
  connection: Connection,
  { agent_id }: QueueRow,
  at: number,
  limit: number,
): Promise<readonly CopyRow[]> {
  const sql = connection.isWriting ? `${lapsedSql} FOR UPDATE SKIP LOCKED` : lapsedSql
  return (await connection.statement(sql).all(agent_id, at, limit)) as CopyRow[]
}

/** What claimants never came back for returns to the queue; what was tried often enough is a dead letter. */
export async function returnLapsed(
  { connection }: ChangeParts,
  queue: QueueRow,
  doer: Doer,
  at: number,
  limit = lockedClaims,
): Promise<readonly number[]> {
  const rows = await lapsedRows(connection, queue, at, limit)
  if (rows.length === 0) return []
  const deed = openChange(connection, { doer, at, what: 'lapsed' })
  for (const row of rows) await endTry(connection, deed, { queue, row }, 'lapsed', { by: row.held_by })
  return rows.map(({ rank }) => idOfRank(rank))
}

/** A try that came to nothing: back to the queue, or, told with the reason, among the dead letters. */
export async function endTry(
  connection: Connection,
  deed: OpenChange,
  { queue, row }: { readonly queue: Pick<QueueRow, 'attempts'>; readonly row: CopyRow },
  what: 'fail' | 'lapsed',
  detail: Readonly<Record<string, string | null>>,
): Promise<CopyRow> {
  const next = untaken(await deliveryOf(connection, row), queue.attempts, await givenBack(connection, row))
  const told = { ...detail, attempt: row.attempts }
  if (next.box !== 'dead') {
    const taking = what === 'lapsed' ? await takingOf(connection, row) : null
    const changed = await deed.change({ row, next, what, detail: told })
    if (taking !== null && row.held_by !== null)
      await markReturned(connection, row, { by: row.held_by, session: taking.session, takenAt: taking.at })
    return changed
  }
  await deed.note(row, what, told)
  return deed.change({ row, next, what: 'dead', detail: { reason: 'attempts', attempts: row.attempts } })
}

/** How many claims of an item were given back untried: the log knows. */
async function givenBack(connection: Connection, { agent_id, rank }: CopyRow): Promise<number> {
  const sql = "SELECT count(*) FROM events WHERE message_id = ? AND agent_id = ? AND what = 'release'"
  return Number(await connection.column(sql).get(idOfRank(rank), agent_id))
}
