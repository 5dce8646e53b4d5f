import type { Row } from '../../model/list.ts'
import { messageOfRow, rowId } from './row.ts'
import { isTroubled } from './trouble.ts'

type Selection = { readonly selected: string | null; readonly line: number }

/** The row that is gone to, where it would have stood had the rows around it stayed: else at the nearest edge. */
export function sought(
  rows: readonly Row[],
  seek: string | null,
  stays: Selection,
  height: number,
): Selection {
  const at = seek === null ? -1 : rows.findIndex((row) => isSought(row, seek))
  const row = rows[at]
  if (row === undefined) return stays
  const before = rows.findIndex(({ id }) => id === stays.selected)
  return { selected: row.id, line: lineWithin(stays.line + at - Math.max(0, before), height) }
}

/** The row itself, one of the message, or the only one of a reason of Attention. */
function isSought(row: Row, seek: string): boolean {
  const { id } = row
  return (
    id === seek || messageOfRow(id) === seek || (isTroubled(row) && rowId('reason', row.trouble.why) === seek)
  )
}

/** The nearest line of the screen that keeps some rows in sight around the selected one. */
export function lineWithin(line: number, height: number): number {
  const margin = Math.min(2, Math.floor((height - 1) / 2))
  return Math.min(Math.max(line, margin), height - 1 - margin)
}
