import { Box, Text } from 'ink'
import TextInput from 'ink-text-input'
import { type ReactElement, useContext } from 'react'
import { insert } from '../src/faces/tui/compose/editor/field.ts'
import { lineParts } from '../src/faces/tui/compose/editor/line-parts.ts'
import type { Field } from '../src/faces/tui/model/editor.ts'
import { fitLine, type Line, lineWidth, span } from '../src/faces/tui/text/line.ts'
import { paint } from '../src/faces/tui/text/paint.ts'
import { StyledLine } from './StyledLine.tsx'
import { ThemeContext } from './theme.ts'

type LineInputProps = {
  readonly label: Line
  readonly field: Field
  /** Shown while the field is empty. */
  readonly placeholder?: Line
  /** The cells for the label and the text. */
  readonly columns: number
  /** The caret is a highlighted cell (`cell`), or the terminal's own cursor is there (`cursor`). */
  readonly caret: 'cell' | 'cursor'
  readonly focus?: boolean
  readonly onChange: (field: Field) => void
}

/**
 * A one-line input. ink-text-input has the focus and holds the visible text before the caret, so it adds a letter at
 * the caret. It must receive letters only, one for each render: it types the letter of a control key, takes Delete for
 * Backspace, counts UTF-16 units and throws on an escape sequence. Moving, erasing, pasting and scrolling follow
 * `editField` on the same value.
 */
export function LineInput({
  label,
  field,
  placeholder = [],
  columns,
  caret,
  focus = true,
  onChange,
}: LineInputProps): ReactElement {
  const theme = useContext(ThemeContext)
  const { offered, before, at, after } = lineParts(field, columns - lineWidth(label), placeholder)
  const left = columns - lineWidth([...label, ...offered, span(before), ...at])
  const looks = focus && caret === 'cell' ? inverse : ''
  return (
    <Box width={columns} height={1} flexShrink={0}>
      <StyledLine line={[...label, ...offered]} />
      {/* ink-text-input keeps its own caret. A new one starts at the end of its text, where the caret belongs. */}
      <TextInput
        key={before}
        value={before}
        focus={focus}
        showCursor={false}
        onChange={(changed) => onChange(insert(field, changed.slice(before.length)))}
      />
      <Text wrap="end">{paint(at, theme, looks) + paint(fitLine(after, left), theme)}</Text>
    </Box>
  )
}

const inverse = '7'
