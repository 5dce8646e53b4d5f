import type { Delivery } from '../../../src/domain/delivery.ts'
import type { FullLetter, FullMessage, Letter } from '../../../src/domain/message.ts'
import type { Connection } from '../database/connection.ts'
import { findPlace, readCold } from './archive-lines.ts'
import type { Bodies } from './bodies.ts'
import { findCopy } from './copies.ts'
import { fullMessageOf, type MessageRow, messageColumns, messageOf } from './rows.ts'
import { type Cells, cellSql, findCells, messageRowOf } from './wide-rows.ts'

export type FullRow = MessageRow & { readonly body: string; readonly body_file: string | null }

/** The columns of a whole message. */
export const wholeColumns = `${messageColumns}, m.body_file, m.body`

/** Whole messages, for `wholeRowOf`: the body stays beside the JSON. */
export function wholeSql(from: string): string {
  return `SELECT json_array(${messageColumns}) AS cells, m.body_file, m.body FROM ${from}`
}

export function wholeRowOf({ cells, body_file, body }: WholeCells): FullRow {
  return { ...messageRowOf(JSON.parse(cells) as Cells), body_file, body }
}

export type WholeCells = Pick<FullRow, 'body_file' | 'body'> & { readonly cells: string }

const messageSql = cellSql(messageColumns, 'messages m WHERE m.id = ?')

const letterSql = wholeSql('messages m WHERE m.id = ?')

export function findMessageRow(connection: Connection, id: number): MessageRow | undefined {
  const cells = findCells(connection, messageSql, id)
  return cells === undefined ? undefined : messageRowOf(cells)
}

export function findLetter(
  connection: Connection,
  id: number,
  delivery: (row: MessageRow) => Delivery | null,
): Letter | null {
  const row = findMessageRow(connection, id)
  return row === undefined ? null : { message: messageOf(connection, row), delivery: delivery(row) }
}

/** A message with its body, and one agent's copy. */
export function findFullLetter(
  connection: Connection,
  bodies: Bodies,
  id: number,
  owner: number | undefined,
): FullLetter | null {
  const row = findFullRow(connection, id)
  if (row === undefined) return null
  return { message: wholeOf(connection, bodies, row), delivery: findCopy(connection, owner, row.rank) }
}

/** A message with its body. */
export function findFullMessage(connection: Connection, bodies: Bodies, id: number): FullMessage | null {
  const row = findFullRow(connection, id)
  return row === undefined ? null : wholeOf(connection, bodies, row)
}

function findFullRow(connection: Connection, id: number): FullRow | undefined {
  const found = connection.statement(letterSql).get(id) as WholeCells | undefined
  return found && wholeRowOf(found)
}

/** A message with its body, wherever that lies: in its row, in a file of its own, or in a cold file. */
export function wholeOf(connection: Connection, bodies: Bodies, row: FullRow): FullMessage {
  const place = row.body === '' && row.body_file === null ? findPlace(connection, row.id) : undefined
  if (place === undefined) return fullMessageOf(connection, row, bodyOf(bodies, row))
  const { body, payload, context, attachments, tags, meta, origin, imported } = readCold(
    connection,
    row.id,
    place,
  )
  return {
    ...fullMessageOf(connection, row, body),
    ...{ payload, context, attachments, tags, meta, origin, imported },
  }
}

export function bodyOf(bodies: Bodies, row: Pick<FullRow, 'body' | 'body_file'>): string {
  return row.body_file === null ? row.body : bodies.read(row.body_file)
}

/** 0 where there is none. */
export function newestMessage(connection: Connection): number {
  return (connection.column('SELECT max(id) FROM messages').get() as number | null) ?? 0
}
