import type { Connection } from './connection.ts'
import { type CopyRow, copyColumns, type MessageRow, messageColumns } from './rows.ts'

/** One row as it comes out of JSON, in the order of its columns. */
type Cells = readonly never[]

/**
 * Many wide rows by way of one JSON text, which takes the driver a third of the time that objects take.
 * `columns` are those of `sql` as it selects them, each with a name of its own.
 */
export function cellReader(
  connection: Connection,
  columns: string,
  sql: string,
): (bindings: object) => readonly Cells[] {
  const names = columns.split(', ').map((column) => column.split(/\.| AS /u).at(-1) ?? column)
  const statement = connection.statement(
    `SELECT json_group_array(json_array(${names.join(', ')})) AS cells FROM (${sql})`,
  )
  return (bindings) => JSON.parse((statement.get(bindings) as { cells: string }).cells) as Cells[]
}

/** One row in the same way. */
export function cellSql(columns: string, from: string): string {
  return `SELECT json_array(${columns.replaceAll(/ AS \w+/gu, '')}) AS cells FROM ${from}`
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

/** Written out, since objects that are put together name by name are thirty times as slow to make. */
export function messageRowOf(cells: Cells): MessageRow {
  const [
    id = 0,
    thread_id = id,
    reply_to = null,
    sender_id = 0,
    principal = null,
    kind = '',
    rank = 0,
    sent_at = 0,
    expires_at = null,
    key = null,
    task = null,
    swarm = null,
    written = '',
    more = null,
    subject = '',
    preview = '',
  ] = cells
  return {
    id,
    thread_id,
    reply_to,
    sender_id,
    principal,
    kind,
    rank,
    sent_at,
    expires_at,
    key,
    task,
    swarm,
    written,
    more,
    subject,
    preview,
  }
}

/** A copy's own columns, from a place on; its rank stands apart. */
function copyRowFrom(rank: number, cells: Cells, at: number): CopyRow {
  const [
    agent_id = 0,
    box = 0,
    was = null,
    via = null,
    owes = 0,
    ends_at = null,
    snoozed_until = null,
    pinned = 0,
    read_at = null,
    ack_at = null,
    done_at = null,
    held_by = null,
    held_until = null,
    attempts = 0,
  ] = cells.slice(at)
  return {
    agent_id,
    rank,
    box,
    was,
    via,
    owes,
    ends_at,
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
