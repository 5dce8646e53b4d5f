import { boxes, type Delivery, type DeliveryState } from '../../../src/domain/delivery.ts'
import type { Connection } from '../database/connection.ts'
import { type CopyRow, deliveryOf, stateRow } from './rows.ts'
import { cellSql, copyRowOf, findCells, ownCopyColumns } from './wide-rows.ts'

/** The box of a copy, asked one by one: SQLite would build a list of boxes as a table at every lookup. */
export const boxOfCopy = (agent: string, rank: string) => {
  const looks = boxes.map(
    (_, box) =>
      `(SELECT ${box} FROM deliveries WHERE agent_id = ${agent} AND box = ${box} AND rank = ${rank})`,
  )
  return `coalesce(${looks.join(', ')})`
}

const copySql = cellSql(
  ownCopyColumns,
  `deliveries d WHERE d.agent_id = @agent AND d.box = ${boxOfCopy('@agent', '@rank')} AND d.rank = @rank`,
)
const copyInSql = cellSql(ownCopyColumns, 'deliveries d WHERE d.agent_id = ? AND d.box = ? AND d.rank = ?')
const state = ['was', 'owes', 'snoozed_until', 'pinned', 'read_at', 'ack_at', 'done_at'].concat([
  ...['held_by', 'held_until', 'attempts'],
])
const stateSql = (columns: readonly string[]) =>
  `UPDATE deliveries SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE agent_id = ? AND box = ? AND rank = ?`
const changedSql = stateSql(state)
const movedSql = stateSql(['box', ...state])

/** One agent's copy in any box: at most nine probes of one b-tree. */
export function findCopyRow(connection: Connection, agent: number, rank: number): CopyRow | undefined {
  const cells = findCells(connection, copySql, { agent, rank })
  return cells === undefined ? undefined : copyRowOf(cells)
}

/** The same where it is known in which box it would lie. */
export function findCopyIn(
  connection: Connection,
  box: number,
  agent: number,
  rank: number,
): CopyRow | undefined {
  const cells = findCells(connection, copyInSql, agent, box, rank)
  return cells === undefined ? undefined : copyRowOf(cells)
}

export function findCopy(connection: Connection, agent: number | undefined, rank: number): Delivery | null {
  const row = agent === undefined ? undefined : findCopyRow(connection, agent, rank)
  return row === undefined ? null : deliveryOf(connection, row)
}

export function rankOfMessage(connection: Connection, message: number): number | undefined {
  return connection.column('SELECT rank FROM messages WHERE id = ?').get(message) as number | undefined
}

/** Writes a copy's new state; in another box it is another row. */
export function writeState(connection: Connection, row: CopyRow, next: DeliveryState): CopyRow {
  const [box, ...values] = stateRow(next)
  if (box === row.box) connection.statement(changedSql).run(...values, row.agent_id, row.box, row.rank)
  else connection.statement(movedSql).run(box, ...values, row.agent_id, row.box, row.rank)
  const [was, owes, snoozed_until, pinned, read_at, ack_at, done_at, held_by, held_until, attempts] = values
  return {
    ...row,
    box,
    was,
    owes,
    snoozed_until,
    pinned,
    read_at,
    ack_at,
    done_at,
    held_by,
    held_until,
    attempts,
  }
}

/** The agents that got a copy when a message was sent. */
export function recipientsOf(connection: Connection, message: number): readonly number[] {
  const recipients = connection.column('SELECT recipients FROM messages WHERE id = ?').get(message)
  return typeof recipients === 'string' ? (JSON.parse(recipients) as number[]) : []
}

/** Everyone who was ever given a copy of a message: its first recipients, and who joined later. */
export function holdersOf(connection: Connection, message: number): readonly number[] {
  const sql = `SELECT value AS id FROM messages m, json_each(m.recipients) WHERE m.id = @message
UNION SELECT agent_id FROM events WHERE message_id = @message AND what IN ('joined', 'redelivered', 'assign', 'dead')`
  return (connection.statement(sql).all({ message }) as { id: number }[]).map(({ id }) => id)
}

/** Whether nothing is left that its owner has not seen: what is held still lies among the unread. */
export function hasNothingWaiting(connection: Connection, agent: number): boolean {
  return connection.column(waitingSql).get(agent, agent) === 0
}

const waitingSql =
  'SELECT EXISTS(SELECT 1 FROM deliveries WHERE agent_id = ? AND box = 0) OR EXISTS(SELECT 1 FROM deliveries WHERE agent_id = ? AND box = 6)'
