import type { Delivery } from '../../../src/domain/delivery.ts'
import type { FullLetter, FullMessage, Letter } from '../../../src/domain/message.ts'
import type { Connection } from '../database/connection.ts'
import { findCold } from './archive-lines.ts'
import { findCopy } from './copies.ts'
import { namesOf } from './names.ts'
import { cameBack } from './returned-rows.ts'
import {
  type CopyRow,
  copyColumns,
  deliveryOf,
  fullMessageOf,
  type MessageRow,
  messageColumns,
  messageOf,
} from './rows.ts'

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
  // Within a change the copy is locked.
  if (connection.isWriting) {
    const row = (await connection.statement(wholeSql).get(id)) as FullRow | undefined
    return (
      (row && {
        message: await wholeOf(connection, row),
        delivery: await findCopy(connection, owner, row.rank),
      }) ??
      null
    )
  }
  const row = (await connection.statement(letterSql).get({ id, owner: owner ?? -1 })) as LetterRow | undefined
  if (row === undefined) return null
  if (row.sender !== null) namesOf(connection).note(row.sender_id, row.sender)
  const hasCopy = row.agent_id !== null
  return {
    message: await wholeOf(connection, row),
    delivery: hasCopy ? await deliveryOf(connection, row as FullRow & CopyRow) : null,
  }
}

const letterSql = `SELECT ${wholeColumns}, ${copyColumns}, ${cameBack}, s.address AS sender FROM messages m
LEFT JOIN deliveries d ON d.agent_id = @owner AND d.rank = m.rank LEFT JOIN agents s ON s.id = m.sender_id WHERE m.id = @id`

type LetterRow = FullRow &
  Omit<CopyRow, 'agent_id'> & { readonly agent_id: number | null; readonly sender: string | null }

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
