import type { Delivery } from '../../../src/domain/delivery.ts'
import type { FullLetter, FullMessage, Letter } from '../../../src/domain/message.ts'
import type { Connection } from '../database/connection.ts'
import { findCold } from './archive-lines.ts'
import { findCopy } from './copies.ts'
import { fullMessageOf, type MessageRow, messageColumns, messageOf } from './rows.ts'

export type FullRow = MessageRow & { readonly body: string }

/** The columns of a whole message. */
export const wholeColumns = `${messageColumns}, m.body`

const messageSql = `SELECT ${messageColumns} FROM messages m WHERE m.id = ?`
const wholeSql = `SELECT ${wholeColumns} FROM messages m WHERE m.id = ?`

export async function findMessageRow(connection: Connection, id: number): Promise<MessageRow | undefined> {
  return (await connection.statement(messageSql).get(id)) as MessageRow | undefined
}

export async function findLetter(
  connection: Connection,
  id: number,
  delivery: (row: MessageRow) => Promise<Delivery | null> | Delivery | null,
): Promise<Letter | null> {
  const row = await findMessageRow(connection, id)
  return row === undefined
    ? null
    : { message: await messageOf(connection, row), delivery: await delivery(row) }
}

/** A message with its body, and one agent's copy. */
export async function findFullLetter(
  connection: Connection,
  id: number,
  owner: number | undefined,
): Promise<FullLetter | null> {
  const row = (await connection.statement(wholeSql).get(id)) as FullRow | undefined
  if (row === undefined) return null
  return {
    message: await wholeOf(connection, row),
    delivery: await findCopy(connection, owner, row.rank),
  }
}

/** A message with its body, in its row or put away for good. */
export async function wholeOf(connection: Connection, row: FullRow): Promise<FullMessage> {
  const cold = row.body === '' ? await findCold(connection, row.id) : null
  if (cold === null) return fullMessageOf(connection, row, row.body)
  const { body, payload, context, attachments, tags, meta, origin, imported } = cold
  return {
    ...(await fullMessageOf(connection, row, body)),
    ...{ payload, context, attachments, tags, meta, origin, imported },
  }
}

/** 0 where there is none. */
export async function newestMessage(connection: Connection): Promise<number> {
  return Number(await connection.column('SELECT coalesce(max(id), 0) FROM messages').get())
}
