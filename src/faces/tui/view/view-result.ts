import { sanitizeLine } from '../../../domain/sanitize.ts'
import { counted } from '../../present.ts'
import type { ResultState } from '../overlays/palette/palette-state.ts'
import type { Size } from '../state.ts'
import { type Line, span, word } from '../text/line.ts'
import { valueLines } from '../text/value-lines.ts'
import { boxWidth } from './box-width.ts'
import { boxed } from './frame-lines.ts'
import type { BoxView } from './view-model.ts'

const widest = 110

let last:
  | { readonly value: ResultState['value']; readonly columns: number; readonly lines: readonly Line[] }
  | undefined

/** All lines of a result; kept while it is scrolled. */
export function resultLines({ value }: Pick<ResultState, 'value'>, size: Size): readonly Line[] {
  const columns = boxWidth(size.columns, widest) - 4
  if (last?.value === value && last.columns === columns) return last.lines
  const lines = valueLines(value, columns)
  last = { value, columns, lines }
  return lines
}

export function resultHeight(size: Size): number {
  return Math.max(1, size.rows - 4)
}

/** What an operation answered, in a box over the panes. */
export function resultView(result: ResultState, size: Size): BoxView {
  const width = boxWidth(size.columns, widest)
  const every = resultLines(result, size)
  const shown = every.slice(result.top, result.top + resultHeight(size))
  const more = every.length - result.top - shown.length
  const note: Line = more > 0 ? [word(`↓ ${counted(more, 'line')}`, 'dim')] : [word('q closes', 'dim')]
  const lines = boxed([span(sanitizeLine(result.title), 'section')], shown, width, note)
  return {
    x: Math.floor((size.columns - width) / 2),
    y: Math.max(0, Math.floor((size.rows - lines.length) / 2)),
    width,
    lines,
  }
}
