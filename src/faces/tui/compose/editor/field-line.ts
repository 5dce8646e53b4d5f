import { type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import { type Line, span, word } from '../../text/line.ts'
import { clustersOf, cut, widthOf } from '../../text/text.ts'
import type { Field } from './field.ts'

/** A field behind its label; a long text is shifted so that the caret is seen. `x` is the caret's column. */
export function fieldLine(
  label: string,
  field: Field,
  columns: number,
): { readonly line: Line; readonly x: number } {
  const room = Math.max(4, columns - label.length - 3)
  let before = clustersOf(sanitizeLine(field.text.slice(0, field.at)))
  const after = sanitizeLine(field.text.slice(field.at))
  while (before.length > 0 && widthOf(before.join('')) > room) before = before.slice(1)
  const shown = sanitizeLine(before.join(''))
  return {
    line: [word(` ${label}`, 'accent'), span(shown, field.offered ? 'dim' : 'plain'), span(after)],
    x: 1 + widthOf(label) + widthOf(shown),
  }
}

const leastField = 18

/** What is typed is seen, however little room there is. */
export function promptLabel(label: Safe, columns: number): string {
  return `${cut(label, Math.max(8, columns - leastField))} `
}
