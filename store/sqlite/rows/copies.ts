import type { Delivery, DeliveryState } from '../../../src/domain/delivery.ts'
import type { Connection } from '../database/connection.ts'
import { type CopyRow, deliveryOf, stateRow } from './rows.ts'
import { cellSql, copyRowOf, findCells, ownCopyColumns } from './wide-rows.ts'

const copySql = cellSql(
  ownCopyColumns,
  'deliveries d WHERE d.agent_id = ? AND d.box IN (0, 1, 2, 3, 4, 5, 6, 7, 8) AND d.rank = ?',
)
const state = 'was, owes, snoozed_until, pinned, read_at, ack_at, done_at, held_by, held_until, attempts'

/** One agent's copy, whichever box it lies in: nine probes of one b-tree. */
export function findCopyRow(connection: Connection, agent: number, rank: number): CopyRow | undefined {
  const cells = findCells(connection, copySql, agent, rank)
  return cells === undefined ? undefined : copyRowOf(cells)
}

export function findCopy(connection: Connection, agent: number | undefined, rank: number): Delivery | null {
  const row = agent === undefined ? undefined : findCopyRow(connection, agent, rank)
  return row === undefined ? null : deliveryOf(connection, row)
}

export function rankOfMessage(connection: Connection, message: number): number | undefined {
  const row = connection.statement('SELECT rank FROM messages WHERE id = ?').get(message) as
    | { rank: number }
    | undefined
  return row?.rank
}

/** Writes a copy's new state; in another box it is another row. */
export function writeState(connection: Connection, row: CopyRow, next: DeliveryState): CopyRow {
  const [box, ...values] = stateRow(next)
  if (box === row.box) {
    const sql = `UPDATE deliveries SET (${state}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE agent_id = ? AND box = ? AND rank = ?`
    connection.statement(sql).run(...values, row.agent_id, row.box, row.rank)
  } else {
    const sql = `UPDATE deliveries SET (box, ${state}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE agent_id = ? AND box = ? AND rank = ?`
    connection.statement(sql).run(box, ...values, row.agent_id, row.box, row.rank)
  }
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

/** Everyone who was ever given a copy of a message: its first recipients, and who joined later. */
export function holdersOf(connection: Connection, message: number): readonly number[] {
  const sql = `SELECT value AS id FROM messages m, json_each(m.recipients) WHERE m.id = @message
UNION SELECT agent_id FROM events WHERE message_id = @message AND what IN ('joined', 'redelivered', 'assign', 'dead')`
  return (connection.statement(sql).all({ message }) as { id: number }[]).map(({ id }) => id)
}

/** Whether nothing is left that its owner has not seen: what is held still lies among the unread. */
export function hasNothingWaiting(connection: Connection, agent: number): boolean {
  const sql =
    'SELECT EXISTS(SELECT 1 FROM deliveries WHERE agent_id = @agent AND box = 0) OR EXISTS(SELECT 1 FROM deliveries WHERE agent_id = @agent AND box = 6) AS waits'
  return (connection.statement(sql).get({ agent }) as { waits: number }).waits === 0
}
