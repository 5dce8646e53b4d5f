import { Text } from 'ink'
import { caretLine } from '../src/faces/tui/compose/editor/editor-caret.ts'
import type { FormRow } from '../src/faces/tui/compose/form/form.ts'
import { paint } from '../src/faces/tui/text/paint.ts'
import type { Theme } from '../src/faces/tui/text/theme.ts'

/** One row of a form, the caret's cell inverse. */
export function FormField({ row, theme }: { readonly row: FormRow; readonly theme: Theme }) {
  return <Text wrap="truncate">{painted(row, theme)}</Text>
}

const inverse = '7'

function painted({ line, caret }: FormRow, theme: Theme): string {
  if (caret === null) return paint(line, theme)
  const { before, at, after } = caretLine(line, caret)
  return paint(before, theme) + paint([at], theme, inverse) + paint(after, theme)
}
