import { boxes } from '../../../src/domain/delivery.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from './names.ts'
import { cameBack } from './returned-rows.ts'
import { type CopyRow, letterColumns, type MessageRow } from './rows.ts'

/** A message, and one agent's copy as it was last seen. */
export type Seen = { readonly message: MessageRow; readonly row: CopyRow }

const most = 200
const processing = boxes.indexOf('processing')
const known = new WeakMap<Connection, Map<string, Seen>>()

const keyOf = (agent: number, message: number) => `${agent} ${message}`

/**
 * What this program was given last: whoever settles or completes it need not read it again. It may have been changed
 * since, so whoever changes it says what it was.
 */
export function remember(connection: Connection, { message, row }: Seen): void {
  let copies = known.get(connection)
  if (copies === undefined) known.set(connection, (copies = new Map()))
  const key = keyOf(row.agent_id, message.id)
  copies.delete(key)
  copies.set(key, { message, row })
  const [oldest] = copies.keys()
  if (copies.size > most && oldest !== undefined) copies.delete(oldest)
}

/** The item that an actor claimed last, where it is remembered. */
export function rememberedClaim(connection: Connection, message: number, actor: string): Seen | undefined {
  for (const seen of known.get(connection)?.values() ?? [])
    if (seen.message.id === message && seen.row.held_by === actor && seen.row.box === processing) return seen
  return undefined
}

export function forget(connection: Connection, agent: number, message: number): void {
  known.get(connection)?.delete(keyOf(agent, message))
}

const seenSql = `SELECT ${letterColumns}, ${cameBack}, s.address AS sender FROM messages m
LEFT JOIN deliveries d ON d.agent_id = @agent AND d.rank = m.rank LEFT JOIN agents s ON s.id = m.sender_id
WHERE m.id = ANY(@ids::bigint[])`

type SeenRow = MessageRow & Omit<CopyRow, 'agent_id'> & { agent_id: number | null; sender: string | null }
/** A message that is there, and the agent's copy of it where it has one. */
export type Looked = { readonly message: MessageRow; readonly row: CopyRow | undefined }

/** These messages with one agent's copies, as they are remembered or, `anew`, as they are. */
export async function lookedAt(
  connection: Connection,
  agent: number | undefined,
  messages: readonly number[],
  anew: boolean,
): Promise<ReadonlyMap<number, Looked>> {
  const found = new Map<number, Looked>()
  const copies = anew ? undefined : known.get(connection)
  for (const message of messages) {
    const seen = copies?.get(keyOf(agent ?? -1, message))
    if (seen !== undefined) found.set(message, seen)
  }
  const missing = [...new Set(messages)].filter((message) => !found.has(message))
  if (missing.length === 0) return found
  const rows = (await connection.statement(seenSql).all({ agent: agent ?? -1, ids: missing })) as SeenRow[]
  for (const { sender, ...row } of rows) {
    if (sender !== null) namesOf(connection).note(row.sender_id, sender)
    found.set(row.id, {
      message: row,
      row: row.agent_id === null ? undefined : (row as CopyRow & MessageRow),
    })
  }
  return found
}
