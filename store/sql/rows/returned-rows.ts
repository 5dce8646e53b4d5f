import { boxes, type Returned } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection, Tx } from '../connection.ts'
import { type CopyRow, type ReturnedRow, returned } from '../tables/deliveries.ts'
import { cellsOf, columnsBut, upsertSql } from '../tables/table.ts'
import type { Work } from '../work.ts'
import { addressOf, requireNumber } from './names.ts'

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]

export type Copy = { readonly agent_id: number; readonly rank: number }
/** Who had a copy before it came back, read together with the copy; `null` for all others. */
export const cameBack =
  '(SELECT row_to_json(r) FROM returned r WHERE r.agent_id = d.agent_id AND r.rank = d.rank) AS came_back'

/** Copies that nobody ever held pay nothing for it: work that came back was taken at least once. */
export function mayHaveReturned({
  box,
  attempts,
}: {
  readonly box: number
  readonly attempts: number
}): boolean {
  return box === unread && attempts > 0
}

export function* returnedOf(
  connection: Connection,
  { agent_id, rank, came_back }: Copy & { readonly came_back?: ReturnedRow | null },
): Work<{ readonly returned: Returned } | null> {
  const found =
    came_back === undefined ? yield* connection.row<ReturnedRow>(findSql, agent_id, rank) : came_back
  if (found == null) return null
  const { holder_id, session, taken_at } = found
  return { returned: { by: yield* addressOf(connection, holder_id), session, takenAt: taken_at } }
}

const findSql = 'SELECT holder_id, session, taken_at FROM returned WHERE agent_id = ? AND rank = ?'

const names = columnsBut(returned)
const noteSql = upsertSql(returned, names)

/**
 * Notes that a copy is unread again because its holder is gone. Showing it to anybody deletes the note, by trigger. One that may not be
 * unread again, since it was taken back or its owner may not have it any more, gets none.
 */
export function* markReturned(
  tx: Tx,
  { agent_id, box, rank }: CopyRow,
  { by, session, takenAt }: Returned,
): Work<void> {
  if (box !== unread) return
  const row = { agent_id, rank, holder_id: yield* requireNumber(tx, by), session, taken_at: takenAt }
  yield* tx.run(noteSql, ...cellsOf(names, row))
}

export function* hasReturned(connection: Connection, agent: number): Work<boolean> {
  return (yield* connection.cell('SELECT 1 FROM returned WHERE agent_id = ? LIMIT 1', agent)) === 1
}

export type Taking = { readonly at: number; readonly session: string | null }

/** An event's change is `[before, after]`; each state begins with its box. */
const takingsSql = `SELECT t.at, t.session, number_at(e.change, 0, 0) AS before FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND number_at(e.change, 1, 0) = ${processing} ORDER BY e.seq DESC`

/** When the work on a copy began, and which session took it or renewed it last. The log knows both. */
export function* takingOf(connection: Connection, { agent_id, rank }: Copy): Work<Taking | null> {
  const rows = yield* connection.rows<Taking & { readonly before: number }>(
    takingsSql,
    idOfRank(rank),
    agent_id,
  )
  const [last] = rows
  const began = rows.find(({ before }) => before !== processing)
  return last === undefined ? null : { at: (began ?? last).at, session: last.session }
}
