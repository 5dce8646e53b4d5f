import { Text } from 'ink'
import { memo, type ReactElement, useContext } from 'react'
import type { Line } from '../src/faces/tui/text/line.ts'
import { paint } from '../src/faces/tui/text/paint.ts'
import type { Theme } from '../src/faces/tui/text/theme.ts'
import { ThemeContext } from './theme.ts'

/** The selected row of the focused pane, of another, or neither. */
export type Selected = 'here' | 'elsewhere' | 'no'

/**
 * One line in one `<Text>`, painted here and as wide as it is to be: for Ink each text is a box to lay out, to measure
 * and to write, so a row is drawn as one, not as one for each of its spans. The same line costs nothing again.
 */
export const StyledLine = memo(function StyledLine({
  line,
  selected = 'no',
}: {
  readonly line: Line
  readonly selected?: Selected
}): ReactElement {
  const theme = useContext(ThemeContext)
  return <Text wrap="end">{paint(line, theme, groundOf(selected, theme))}</Text>
})

/** The background of a selected row, under all its looks. */
function groundOf(selected: Selected, theme: Theme): string {
  switch (selected) {
    case 'here':
      return theme.selected
    case 'elsewhere':
      return theme.selectedElsewhere
    case 'no':
      return ''
  }
}
