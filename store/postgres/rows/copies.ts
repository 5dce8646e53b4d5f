import type { Delivery } from '../../../src/domain/delivery.ts'
import type { Connection } from '../database/connection.ts'
import { type CopyRow, deliveryOf, ownCopyColumns, type StateRow } from './rows.ts'

const copySql = `SELECT ${ownCopyColumns} FROM deliveries d WHERE d.agent_id = ? AND d.rank = ?`

/** One agent's copy, whichever box it lies in. Within a change nobody else changes it until that is stored. */
export async function findCopyRow(
  connection: Connection,
  agent: number,
  rank: number,
): Promise<CopyRow | undefined> {
  const sql = connection.isWriting ? `${copySql} FOR UPDATE` : copySql
  return (await connection.statement(sql).get(agent, rank)) as CopyRow | undefined
}

export async function findCopy(
  connection: Connection,
  agent: number | undefined,
  rank: number,
): Promise<Delivery | null> {
  const row = agent === undefined ? undefined : await findCopyRow(connection, agent, rank)
  return row === undefined ? null : deliveryOf(connection, row)
}

export async function rankOfMessage(connection: Connection, message: number): Promise<number | undefined> {
  return (await connection.column('SELECT rank FROM messages WHERE id = ?').get(message)) as
    | number
    | undefined
}

/** A copy in its new state. */
export function withState(row: CopyRow, state: StateRow): CopyRow {
  const [box, was, owes, snoozed_until, pinned, read_at, ack_at, done_at, held_by, held_until, attempts] =
    state
  return {
    ...row,
    ...{ box, was, owes, snoozed_until, pinned, read_at, ack_at, done_at, held_by, held_until, attempts },
  }
}

/** Everyone who was ever given a copy of a message: its first recipients, and who joined later. */
export async function holdersOf(connection: Connection, message: number): Promise<readonly number[]> {
  const sql = `SELECT j.value AS id FROM messages m, numbers(m.recipients) j WHERE m.id = @message
UNION SELECT agent_id FROM events WHERE message_id = @message AND what IN ('joined', 'redelivered', 'assign', 'dead') ORDER BY 1`
  return (await connection.column(sql).all({ message })) as number[]
}

/** Whether nothing is left that its owner has not seen: what is held still lies among the unread. */
export async function hasNothingWaiting(connection: Connection, agent: number): Promise<boolean> {
  const sql = 'SELECT 1 FROM deliveries WHERE agent_id = ? AND box IN (0, 6) LIMIT 1'
  return (await connection.statement(sql).get(agent)) === undefined
}
