import { boxes, type Returned } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from './names.ts'

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]

type Copy = { readonly agent_id: number; readonly rank: number }
export type ReturnedRow = {
  readonly holder_id: number
  readonly session: string | null
  readonly taken_at: number
}

/** Who had a copy before it came back, read together with the copy; `null` for all others. */
export const cameBack =
  '(SELECT row_to_json(r) FROM returned r WHERE r.agent_id = d.agent_id AND r.rank = d.rank) AS came_back'

/** Copies that nobody ever held pay nothing for this: work that came back was taken at least once. */
export async function returnedOf(
  connection: Connection,
  row: Copy & { readonly box: number; readonly attempts: number; readonly came_back?: ReturnedRow | null },
): Promise<{ readonly returned: Returned } | null> {
  if (row.box !== unread || row.attempts === 0) return null
  const found = row.came_back === undefined ? await findReturned(connection, row) : row.came_back
  if (found == null) return null
  const { holder_id, session, taken_at } = found
  return { returned: { by: await namesOf(connection).of(holder_id), session, takenAt: taken_at } }
}

async function findReturned(
  connection: Connection,
  { agent_id, rank }: Copy,
): Promise<ReturnedRow | undefined> {
  const sql = 'SELECT holder_id, session, taken_at FROM returned WHERE agent_id = ? AND rank = ?'
  return (await connection.statement(sql).get(agent_id, rank)) as ReturnedRow | undefined
}

/** Notes that a copy is unread again because its holder is gone. Showing it to anybody deletes the note, by trigger. */
export async function markReturned(
  connection: Connection,
  { agent_id, rank }: Copy,
  returned: Returned,
): Promise<void> {
  const sql = `INSERT INTO returned(agent_id, rank, holder_id, session, taken_at) VALUES(?, ?, ?, ?, ?)
ON CONFLICT(agent_id, rank) DO UPDATE SET (holder_id, session, taken_at) = (excluded.holder_id, excluded.session, excluded.taken_at)`
  const holder = await namesOf(connection).require(returned.by)
  await connection.statement(sql).run(agent_id, rank, holder, returned.session, returned.takenAt)
}

export async function hasReturned(connection: Connection, agent: number): Promise<boolean> {
  return (await connection.column('SELECT 1 FROM returned WHERE agent_id = ? LIMIT 1').get(agent)) === 1
}

export type Taking = { readonly at: number; readonly session: string | null }

/** An event's change is `[before, after]`; each state begins with its box. */
const takingsSql = `SELECT t.at, t.session, (readable(e.change)::json #>> '{0,0}')::bigint AS before FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND (readable(e.change)::json #>> '{1,0}')::bigint = ${processing} ORDER BY e.seq DESC`

/** When the work on a copy began, and which session took it or renewed it last. The log knows both. */
export async function takingOf(connection: Connection, { agent_id, rank }: Copy): Promise<Taking | null> {
  const rows = (await connection.statement(takingsSql).all(idOfRank(rank), agent_id)) as readonly {
    readonly at: number
    readonly session: string | null
    readonly before: number
  }[]
  const [last] = rows
  const began = rows.find(({ before }) => before !== processing)
  return last === undefined ? null : { at: (began ?? last).at, session: last.session }
}
