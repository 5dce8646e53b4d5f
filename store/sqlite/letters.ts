import type { Delivery } from '../../src/domain/delivery.ts'
import type { FullLetter, Letter } from '../../src/domain/message.ts'
import type { Bodies } from './bodies.ts'
import type { Connection } from './connection.ts'
import { findCopy } from './copies.ts'
import { fullMessageOf, type MessageRow, messageColumns, messageOf } from './rows.ts'
import { cellSql, findCells, messageRowOf } from './wide-rows.ts'

export type FullRow = MessageRow & { readonly body: string; readonly body_file: string | null }

const messageSql = cellSql(messageColumns, 'messages m WHERE m.id = ?')

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
  const sql = `SELECT ${messageColumns}, m.body_file, m.body FROM messages m WHERE m.id = ?`
  const row = connection.statement(sql).get(id) as FullRow | undefined
  if (row === undefined) return null
  return {
    message: fullMessageOf(connection, row, bodyOf(bodies, row)),
    delivery: findCopy(connection, owner, row.rank),
  }
}

export function bodyOf(bodies: Bodies, row: Pick<FullRow, 'body' | 'body_file'>): string {
  return row.body_file === null ? row.body : bodies.read(row.body_file)
}
