import type { Delivery } from '../../../src/domain/delivery.ts'
import type { FullLetter, FullMessage, Letter } from '../../../src/domain/message.ts'
import type { Connection, Content, KeptBody } from '../connection.ts'
import type { Work } from '../work.ts'
import { findCopy } from './copies.ts'
import { deliveryOf, type MessageRow, messageOf, messageShape, ownedShape } from './rows.ts'

const messageSql = `SELECT ${messageShape.columns} FROM messages m WHERE m.id = ?`
const oneOf = 'messages m WHERE m.id = ?'
export const withCopyOf = `messages m LEFT JOIN deliveries d ON d.agent_id = @owner AND d.box = box_of(@owner, m.rank) AND d.rank = m.rank
WHERE m.id = @id`

export function* findMessageRow(connection: Connection, id: number): Work<MessageRow | undefined> {
  const [row] = yield* connection.wide(messageShape, messageSql, id)
  return row
}

export function* findLetter(
  connection: Connection,
  id: number,
  delivery: (row: MessageRow) => Work<Delivery | null>,
): Work<Letter | null> {
  const row = yield* findMessageRow(connection, id)
  if (row === undefined) return null
  return { message: yield* messageOf(connection, row), delivery: yield* delivery(row) }
}

const ownedSql = `SELECT ${ownedShape.columns} FROM ${withCopyOf}`

/** A message without its body, and one agent's copy, by one look. */
export function* findOwnedLetter(
  connection: Connection,
  id: number,
  owner: number | undefined,
): Work<Letter | null> {
  const [row] = yield* connection.wide(ownedShape, ownedSql, { id, owner: owner ?? -1 })
  if (row === undefined) return null
  const { message, copy } = row
  return {
    message: yield* messageOf(connection, message),
    delivery: copy === null ? null : yield* deliveryOf(connection, copy),
  }
}

/** A message with its body, and one agent's copy: by one look outside a change, in which copies are locked. */
export function* findFullLetter(
  connection: Connection,
  id: number,
  owner: number | undefined,
): Work<FullLetter | null> {
  if (owner === undefined || connection.isWriting) {
    const [row] = yield* connection.whole(messageShape, oneOf, id)
    if (row === undefined) return null
    return {
      message: yield* wholeOf(connection, row, row),
      delivery: yield* findCopy(connection, owner, row.rank),
    }
  }
  const [row] = yield* connection.whole(ownedShape, withCopyOf, { id, owner })
  if (row === undefined) return null
  const { message, copy, body, body_file } = row
  return {
    message: yield* wholeOf(connection, message, { body, body_file }),
    delivery: copy === null ? null : yield* deliveryOf(connection, copy),
  }
}

/** A message with its body. */
export function* findFullMessage(connection: Connection, id: number): Work<FullMessage | null> {
  const [row] = yield* connection.whole(messageShape, oneOf, id)
  return row === undefined ? null : yield* wholeOf(connection, row, row)
}

/** A message with its body, wherever that lies. */
export function* wholeOf(connection: Connection, row: MessageRow, kept: KeptBody): Work<FullMessage> {
  const message = yield* messageOf(connection, row)
  // Node 20 takes twenty times as long to spread a row into another object.
  return Object.assign(message, yield* connection.engine.contentOf(row.id, kept))
}

/** What the row of a message that was put away does not have. */
export function putAway(message: FullMessage): Content {
  const { body, payload, context, attachments, tags, meta, origin, imported } = message
  return { body, payload, context, attachments, tags, meta, origin, imported }
}

/** 0 where there is none. */
export function* newestMessage(connection: Connection): Work<number> {
  return (yield* connection.cell<number>('SELECT coalesce(max(id), 0) FROM messages')) ?? 0
}
