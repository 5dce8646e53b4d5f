import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Field } from '../compose/editor/field.ts'
import { type Line, span, word } from '../text/line.ts'
import { clustersOf, widthOf } from '../text/text.ts'

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
