import type { Cells } from '../../sql/connection.ts'
import { copyShape, letterShape, messageShape } from '../../sql/rows/rows.ts'
import type { Connection } from '../database/connection.ts'

export type { LetterRow } from '../../sql/rows/rows.ts'
export type { Cells }

/** Reads many wide rows as one JSON text. */
export function cellReader(
  connection: Connection,
  columns: string,
  sql: string,
): (bindings: object) => readonly Cells[] {
  const statement = connection.arrays(columns, sql)
  return (bindings) => statement.all(bindings)
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

export const letterColumns = letterShape.columns
export const ownCopyColumns = copyShape.columns
export const messageRowOf = messageShape.rowOf
export const copyRowOf = copyShape.rowOf
export const letterRowOf = letterShape.rowOf
