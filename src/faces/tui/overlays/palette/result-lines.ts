import type { ResultState } from '../../model/palette.ts'
import { boxWidth } from '../../panes/layout.ts'
import type { Size } from '../../state.ts'
import type { Line } from '../../text/line.ts'
import { valueLines } from '../../text/value-lines.ts'

const widest = 110

let last:
  | { readonly value: ResultState['value']; readonly columns: number; readonly lines: readonly Line[] }
  | undefined

/** All lines of a result; kept while it is scrolled. */
export function resultLines({ value }: Pick<ResultState, 'value'>, size: Size): readonly Line[] {
  const columns = resultWidth(size) - 4
  if (last?.value === value && last.columns === columns) return last.lines
  const lines = valueLines(value, columns)
  last = { value, columns, lines }
  return lines
}

export function resultWidth({ columns }: Size): number {
  return boxWidth(columns, widest)
}

export function resultHeight(size: Size): number {
  return Math.max(1, size.rows - 4)
}
