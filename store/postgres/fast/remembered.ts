import { boxes, type Delivery } from '../../../src/domain/delivery.ts'
import type { FullLetter } from '../../../src/domain/message.ts'
import type { Connection, Looked } from '../../sql/connection.ts'
import { wholeOf } from '../../sql/rows/letters.ts'
import { cameBack } from '../../sql/rows/returned-rows.ts'
import {
  type CopyRow,
  copyColumns,
  deliveryOf,
  type MessageRow,
  messageColumns,
  noteSender,
} from '../../sql/rows/rows.ts'
import type { Work } from '../../sql/work.ts'

/** A message, and one agent's copy as it was last seen. */
export type Seen = Looked & { readonly row: CopyRow }

const most = 200
const processing = boxes.indexOf('processing')
const known = new WeakMap<object, Map<string, Seen>>()

const keyOf = (agent: number, message: number) => `${agent} ${message}`

/**
 * What this program was given last: whoever settles or completes it need not read it again. It may have been changed
 * since, so whoever changes it says what it was.
 */
function remember(connection: Connection, seen: Seen): void {
  let copies = known.get(connection.store)
  if (copies === undefined) known.set(connection.store, (copies = new Map()))
  const key = keyOf(seen.row.agent_id, seen.message.id)
  copies.delete(key)
  copies.set(key, seen)
  const [oldest] = copies.keys()
  if (copies.size > most && oldest !== undefined) copies.delete(oldest)
}

/** The item that an actor claimed last, where it is remembered. */
export function given(connection: Connection, message: number, actor: string): Seen | undefined {
  for (const seen of known.get(connection.store)?.values() ?? [])
    if (seen.message.id === message && seen.row.held_by === actor && seen.row.box === processing) return seen
  return undefined
}

export function forget(connection: Connection, agent: number, message: number): void {
  known.get(connection.store)?.delete(keyOf(agent, message))
}

const seenSql = `SELECT ${messageColumns}, ${copyColumns}, ${cameBack}, s.address AS sender_name FROM messages m
LEFT JOIN deliveries d ON d.agent_id = @agent AND d.rank = m.rank LEFT JOIN agents s ON s.id = m.sender_id
WHERE m.id IN (SELECT value FROM numbers(@ids))`

type SeenRow = MessageRow & Omit<CopyRow, 'agent_id'> & { agent_id: number | null }

/** These messages with one agent's copies, from memory, or with `anew` from the store. Without an agent there are none. */
export function* lookedAt(
  connection: Connection,
  agent: number | undefined,
  messages: readonly number[],
  anew: boolean,
): Work<ReadonlyMap<number, Looked>> {
  const found = new Map<number, Looked>()
  const copies = anew ? undefined : known.get(connection.store)
  for (const message of messages) {
    const seen = copies?.get(keyOf(agent ?? -1, message))
    if (seen !== undefined) found.set(message, seen)
  }
  const missing = [...new Set(messages)].filter((message) => !found.has(message))
  if (missing.length === 0) return found
  const rows = yield* connection.rows<SeenRow>(seenSql, { agent: agent ?? -1, ids: JSON.stringify(missing) })
  for (const row of rows) {
    noteSender(connection, row)
    const copy = row.agent_id === null ? undefined : (row as CopyRow & MessageRow)
    found.set(row.id, { message: row, row: copy })
  }
  return found
}

/** What a function that hands mail over gives as `c`: a whole message, and the copy as it now is. */
export const takenSql = `${messageColumns}, m.body, ${copyColumns}, ${cameBack}, s.address AS sender_name`
export const takenSource =
  'JOIN LATERAL (SELECT (c.m).*) m ON TRUE JOIN LATERAL (SELECT (c.d).*) d ON TRUE LEFT JOIN agents s ON s.id = m.sender_id'

export type TakenRow = MessageRow & CopyRow & { readonly body: string }

/** The letter that was handed over; its next change begins with what is remembered of it. */
export function* takenLetter(
  connection: Connection,
  row: TakenRow,
): Work<FullLetter & { readonly delivery: Delivery }> {
  const { body, ...rest } = row
  const message = yield* wholeOf(connection, rest, { body, body_file: null })
  remember(connection, { message: rest, row: rest })
  return { message, delivery: yield* deliveryOf(connection, row) }
}
