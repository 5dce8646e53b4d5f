import type { Connection } from '../database/connection.ts'
import { type CopyRow, copyColumns, type MessageRow, messageColumns } from './rows.ts'

/** One row as it comes out of JSON, in the order of its columns. */
export type Cells = readonly never[]

/** The statements that give rows as JSON, by those that give rows. */
const wraps = new Map<string, string>()

/**
 * Reads many wide rows as one JSON text. With better-sqlite3 12 on Node 20 arrays of `.raw()` take 1.7 times as long and
 * objects three times; see docs/decisions. `columns` are those of `sql` as it selects them, each with a name of its own.
 */
export function cellReader(
  connection: Connection,
  columns: string,
  sql: string,
): (bindings: object) => readonly Cells[] {
  let wrapped = wraps.get(sql)
  if (wrapped === undefined) wraps.set(sql, (wrapped = wrap(columns, sql)))
  const statement = connection.statement(wrapped)
  return (bindings) => JSON.parse((statement.get(bindings) as { cells: string }).cells) as Cells[]
}

function wrap(columns: string, sql: string): string {
  const names = columns.split(', ').map(nameOf)
  return `SELECT json_group_array(json_array(${names.join(', ')})) AS cells FROM (${sql})`
}

/** `ends_at` of `d.expires_at AS ends_at`, `rank` of `m.rank`. */
function nameOf(column: string): string {
  return column.slice(Math.max(column.lastIndexOf('.'), column.lastIndexOf(' ')) + 1)
}

/** One row in the same way. */
export function cellSql(columns: string, from: string): string {
  const bare = columns.split(', ').map((column) => column.split(' AS ', 1)[0])
  return `SELECT json_array(${bare.join(', ')}) AS cells FROM ${from}`
}

/** @param sql as `cellSql` made it */
export function findCells(
  connection: Connection,
  sql: string,
  ...values: readonly unknown[]
): Cells | undefined {
  const row = connection.statement(sql).get(...values) as { cells: string } | undefined
  return row === undefined ? undefined : (JSON.parse(row.cells) as Cells)
}

export const letterColumns = `${messageColumns}, ${copyColumns}`
export const ownCopyColumns = `d.rank, ${copyColumns}`
const messageWidth = messageColumns.split(', ').length

/** Written out, and cell by cell: objects put together name by name are thirty times as slow to make. */
export function messageRowOf(cells: Cells): MessageRow {
  const id = cells[0] ?? 0
  return {
    id,
    thread_id: cells[1] ?? id,
    reply_to: cells[2] ?? null,
    sender_id: cells[3] ?? 0,
    principal: cells[4] ?? null,
    kind: cells[5] ?? '',
    rank: cells[6] ?? 0,
    sent_at: cells[7] ?? 0,
    expires_at: cells[8] ?? null,
    key: cells[9] ?? null,
    task: cells[10] ?? null,
    swarm: cells[11] ?? null,
    written: cells[12] ?? '',
    more: cells[13] ?? null,
    subject: cells[14] ?? '',
    preview: cells[15] ?? '',
  }
}

/** A copy's own columns, from a place on; its rank stands apart. */
function copyRowFrom(rank: number, cells: Cells, at: number): CopyRow {
  return {
    agent_id: cells[at] ?? 0,
    rank,
    box: cells[at + 1] ?? 0,
    was: cells[at + 2] ?? null,
    via: cells[at + 3] ?? null,
    owes: cells[at + 4] ?? 0,
    ends_at: cells[at + 5] ?? null,
    snoozed_until: cells[at + 6] ?? null,
    pinned: cells[at + 7] ?? 0,
    read_at: cells[at + 8] ?? null,
    ack_at: cells[at + 9] ?? null,
    done_at: cells[at + 10] ?? null,
    held_by: cells[at + 11] ?? null,
    held_until: cells[at + 12] ?? null,
    attempts: cells[at + 13] ?? 0,
  }
}

/** From the columns `ownCopyColumns`. */
export function copyRowOf(cells: Cells): CopyRow {
  return copyRowFrom(cells[0] ?? 0, cells, 1)
}

export type LetterRow = { readonly message: MessageRow; readonly copy: CopyRow }

/** From the columns `letterColumns`. */
export function letterRowOf(cells: Cells): LetterRow {
  const message = messageRowOf(cells)
  return { message, copy: copyRowFrom(message.rank, cells, messageWidth) }
}
