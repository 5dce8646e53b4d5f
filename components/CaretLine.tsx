import { Text } from 'ink'
import { memo, type ReactElement, useContext } from 'react'
import { caretLine } from '../src/faces/tui/compose/editor/editor-caret.ts'
import type { Line } from '../src/faces/tui/text/line.ts'
import { paint } from '../src/faces/tui/text/paint.ts'
import { ThemeContext } from './theme.ts'

type CaretLineProps = { readonly line: Line; readonly caret: number }

/** A line whose cell at the caret is inverse. */
export const CaretLine = memo(function CaretLine({ line, caret }: CaretLineProps): ReactElement {
  const theme = useContext(ThemeContext)
  const { before, at, after } = caretLine(line, caret)
  return <Text wrap="end">{paint(before, theme) + paint([at], theme, inverse) + paint(after, theme)}</Text>
})

const inverse = '7'
