import { plain, type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { Field } from '../../model/editor.ts'
import { type Line, lineText, span } from '../../text/line.ts'
import { caretLine } from './editor-caret.ts'
import { lineWindow } from './editor-layout.ts'

/** The visible parts of a one-line input. A long text scrolls sideways. */
export type LineParts = {
  /** An offered answer, which a letter replaces. */
  readonly offered: Line
  readonly before: Safe
  /** The cell at the caret, and its column. */
  readonly at: Line
  readonly column: number
  readonly after: Line
}

export function lineParts(field: Field, columns: number, placeholder: Line = []): LineParts {
  const head = sanitizeLine(field.text.slice(0, field.at))
  const tail = sanitizeLine(field.text.slice(field.at))
  const { text, column } = lineWindow(`${head}${tail}` as Safe, head.length, columns)
  const { before, at, after } = caretLine([span(text)], column)
  const shown = lineText(before) as Safe
  return {
    offered: field.offered ? [span(shown, 'dim')] : [],
    before: field.offered ? plain('') : shown,
    at: [at],
    column,
    after: field.text === '' ? placeholder : after,
  }
}
