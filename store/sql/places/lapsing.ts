import { boxes } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import { untaken } from '../../../src/domain/queue.ts'
import type { Doer } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import type { OpenChange } from '../rows/changes.ts'
import type { QueueRow } from '../rows/queue-rows.ts'
import { markReturned, takingOf } from '../rows/returned-rows.ts'
import { type CopyRow, copyShape, deliveryOf } from '../rows/rows.ts'
import type { Work } from '../work.ts'

const processing = boxes.indexOf('processing')
const lapsed = `FROM deliveries d WHERE d.agent_id = ? AND d.box = ${processing} AND (d.held_until IS NULL OR d.held_until <= ?)`
const lapsedSql = `SELECT ${copyShape.columns} ${lapsed} ORDER BY d.rank LIMIT ?`
const hasLapsedSql = `SELECT 1 ${lapsed} LIMIT 1`

/** The most claims changed under one lock, so that senders can write in between. That is enough for one caller. */
export const lockedClaims = 50

export function* hasLapsed(connection: Connection, { agent_id }: QueueRow, at: number): Work<boolean> {
  return (yield* connection.cell(hasLapsedSql, agent_id, at)) !== undefined
}

export function lapsedRows(
  connection: Connection,
  { agent_id }: QueueRow,
  at: number,
  limit: number,
): Work<readonly CopyRow[]> {
  const sql = connection.isWriting ? `${lapsedSql} FOR UPDATE SKIP LOCKED` : lapsedSql
  return connection.wide(copyShape, sql, agent_id, at, limit)
}

/** Returns items with lapsed claims to the queue; items out of attempts become dead letters. */
export function* returnLapsed(
  tx: Tx,
  queue: QueueRow,
  doer: Doer,
  at: number,
  limit = lockedClaims,
): Work<readonly number[]> {
  const rows = yield* lapsedRows(tx, queue, at, limit)
  if (rows.length === 0) return []
  const deed = tx.engine.openChange(tx, { doer, at, what: 'lapsed' })
  for (const row of rows) yield* endTry(tx, deed, { queue, row }, 'lapsed', { by: row.held_by })
  yield* deed.finish()
  return rows.map(({ rank }) => idOfRank(rank))
}

type Tried = { readonly queue: Pick<QueueRow, 'attempts'>; readonly row: CopyRow }

/** Ends a failed attempt: the item goes back to the queue or, with the reason, to the dead letters. */
export function* endTry(
  tx: Tx,
  deed: OpenChange,
  { queue, row }: Tried,
  what: 'fail' | 'lapsed',
  detail: Readonly<Record<string, string | null>>,
): Work<CopyRow> {
  const next = untaken(yield* deliveryOf(tx, row), queue.attempts, yield* givenBack(tx, row))
  const told = { ...detail, attempt: row.attempts }
  if (next.box !== 'dead') {
    const taking = what === 'lapsed' ? yield* takingOf(tx, row) : null
    const changed = yield* deed.change({ row, next, what, detail: told })
    if (taking !== null && row.held_by !== null)
      yield* markReturned(tx, changed, { by: row.held_by, session: taking.session, takenAt: taking.at })
    return changed
  }
  yield* deed.note(row, what, told)
  const lost = { reason: 'attempts', attempts: row.attempts }
  return yield* deed.change({ row, next, what: 'dead', detail: lost })
}

/** How many claims of an item were given back untried: the log knows. */
function* givenBack(connection: Connection, { agent_id, rank }: CopyRow): Work<number> {
  const sql = "SELECT count(*) FROM events WHERE message_id = ? AND agent_id = ? AND what = 'release'"
  return Number(yield* connection.cell<number>(sql, idOfRank(rank), agent_id))
}
