import type { Delivery } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection } from '../connection.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'
import { learnNames } from './names.ts'
import { type CopyRow, copyShape, deliveryOf } from './rows.ts'

const copySql = `SELECT ${copyShape.columns} FROM deliveries d WHERE d.agent_id = @agent AND d.box = box_of(@agent, @rank) AND d.rank = @rank`

/** One agent's copy, whichever box it lies in. Within a change nobody else changes it until that is stored. */
export function* findCopyRow(connection: Connection, agent: number, rank: number): Work<CopyRow | undefined> {
  const sql = connection.isWriting ? `${copySql} FOR UPDATE` : copySql
  const [row] = yield* connection.wide(copyShape, sql, { agent, rank })
  return row
}

export function* findCopy(
  connection: Connection,
  agent: number | undefined,
  rank: number,
): Work<Delivery | null> {
  const row = agent === undefined ? undefined : yield* findCopyRow(connection, agent, rank)
  return row === undefined ? null : yield* deliveryOf(connection, row)
}

export function rankOfMessage(connection: Connection, message: number): Work<number | undefined> {
  return connection.cell<number>('SELECT rank FROM messages WHERE id = ?', message)
}

/** By these events somebody got a copy later. */
const laterHolders = "'joined', 'redelivered', 'assign', 'dead'"
export const holdersSql = `SELECT j.value AS id FROM messages m, numbers(m.recipients) j WHERE m.id = @message
UNION SELECT agent_id FROM events WHERE message_id = @message AND what IN (${laterHolders}) ORDER BY 1`

/** Everyone who was ever given a copy of a message: its first recipients, and who joined later. */
export function holdersOf(connection: Connection, message: number): Work<readonly number[]> {
  return connection.cells<number>(holdersSql, { message })
}

/** The recipients of a message are counted once, however many there are. */
const copiesOfEachSql = `WITH wanted AS MATERIALIZED (SELECT m.id, m.rank, m.recipients, (SELECT count(*) FROM numbers(m.recipients)) AS many
    FROM numbers(@messages) j CROSS JOIN messages m ON m.id = j.value),
  holders AS (SELECT w.id, w.rank, r.value AS agent, w.many FROM wanted w CROSS JOIN numbers(w.recipients) r ON TRUE
    UNION SELECT w.id, w.rank, e.agent_id, w.many FROM wanted w CROSS JOIN events e ON e.message_id = w.id AND e.what IN (${laterHolders}))
  SELECT ${copyShape.columns} FROM holders h CROSS JOIN deliveries d
    ON d.agent_id = h.agent AND d.box = box_of(h.agent, h.rank) AND d.rank = h.rank
  WHERE h.many <= @most OR h.agent = CAST(@always AS bigint) ORDER BY h.id, h.agent`

/** The copies of some messages by one statement. Of a message to more than `most`, only the one of `always`. */
export function* copiesOfEach(
  connection: Connection,
  messages: readonly number[],
  most: number,
  always: number | null,
): Work<readonly Delivery[]> {
  if (messages.length === 0) return []
  const bindings = { messages: JSON.stringify(messages), most, always }
  const rows = yield* connection.wide(copyShape, copiesOfEachSql, bindings)
  yield* learnNames(connection, [...new Set(rows.map((row) => row.agent_id))])
  return yield* sideBySide(connection, rows, (each, row) => deliveryOf(each, row))
}

const shownSql =
  "SELECT 1 FROM events WHERE message_id = @message AND (agent_id = @agent OR @shared = 1) AND what IN ('shown', 'read', 'ack', 'process') LIMIT 1"

/** Whether the owner of a copy was ever shown it, also where it was marked unread since; `shared`: whether anybody was. */
export function* wasShown(
  connection: Connection,
  { agent_id: agent, rank }: CopyRow,
  shared: boolean,
): Work<boolean> {
  const bindings = { message: idOfRank(rank), agent, shared: Number(shared) }
  return (yield* connection.cell(shownSql, bindings)) !== undefined
}

const waitingSql =
  'SELECT 1 WHERE EXISTS(SELECT 1 FROM deliveries WHERE agent_id = @agent AND box = 0) OR EXISTS(SELECT 1 FROM deliveries WHERE agent_id = @agent AND box = 6)'

/** Whether nothing is left that its owner has not seen: what is held still lies among the unread. */
export function* hasNothingWaiting(connection: Connection, agent: number): Work<boolean> {
  return (yield* connection.cell(waitingSql, { agent })) === undefined
}
