import { Box, Text } from 'ink'
import { type ReactElement, useContext } from 'react'
import { word } from '../src/faces/tui/text/line.ts'
import { paint } from '../src/faces/tui/text/paint.ts'
import { shadeMark } from './ink/fast-output.ts'
import { ThemeContext } from './theme.ts'

/** Dims the panes below the header, which keeps its colours: what waits for a person is seen behind a dialog, too. */
export function Shade(): ReactElement {
  const theme = useContext(ThemeContext)
  return (
    <Box position="absolute" marginTop={1} width={1} height={0} overflow="hidden">
      <Text>{paint([word(shadeMark, 'behind')], theme)}</Text>
    </Box>
  )
}
