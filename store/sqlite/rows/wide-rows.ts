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

export const letterColumns = letterShape.columns
export const ownCopyColumns = copyShape.columns
export const messageRowOf = messageShape.rowOf
export const copyRowOf = copyShape.rowOf
export const letterRowOf = letterShape.rowOf
