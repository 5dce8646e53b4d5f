import type { Safe } from '../../../../domain/sanitize.ts'
import type { EditorState, Field } from '../../model/editor.ts'
import { type Line, lineWidth, span, word } from '../../text/line.ts'
import { cut } from '../../text/text.ts'
import { lineField } from './editor.ts'
import { lineParts } from './line-parts.ts'

/** A line input as it is drawn: its label, its value, and its cells. */
export type LineView = {
  readonly label: Line
  readonly field: Field
  readonly placeholder: Line
  readonly columns: number
  /** A cell that stands out, or the terminal's own cursor. */
  readonly caret: 'cell' | 'cursor'
}

/** A field of words: a query, a command, an answer. */
export function fieldView(label: string, field: Field, columns: number): LineView {
  return { label: [word(` ${label}`, 'accent')], field, placeholder: [], columns, caret: 'cursor' }
}

const leastField = 18

/** The end of a question that one letter answers. */
export const yesOrNo = ' (y, n):'

export function isYesOrNo({ label }: { readonly label: string }): boolean {
  return label.endsWith(yesOrNo)
}

/** A question in the footer. Its field keeps some cells, however little room there is. */
export function promptView(question: Safe, field: Field, columns: number): LineView {
  if (!isYesOrNo({ label: question }))
    return fieldView(`${cut(question, Math.max(8, columns - leastField))} `, field, columns)
  // The label is never cut.
  const room = columns - yesOrNo.length - leastLetters
  const asked = cut(question.slice(0, -yesOrNo.length) as Safe, Math.max(8, room))
  return fieldView(`${asked}${yesOrNo} `, field, columns)
}

const leastLetters = 6

/** A line of mail: a quick reply, a post. */
export function mailLineView(to: Safe, line: EditorState, columns: number): LineView {
  const label = cut(to, Math.max(1, Math.floor(columns / 2)))
  return {
    label: [span(label, 'bold'), word(' ')],
    field: lineField(line),
    placeholder: [word('Enter sends, Alt-Enter for more lines', 'dim')],
    columns,
    caret: 'cell',
  }
}

/** The caret's column, counted from the label. */
export function caretColumn({ label, field, columns }: LineView): number {
  const width = lineWidth(label)
  return width + lineParts(field, columns - width).column
}
