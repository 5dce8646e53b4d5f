import { Box, Text } from 'ink'
import { paint } from '../src/faces/tui/paint.ts'
import type { Line } from '../src/faces/tui/text/line.ts'
import type { Theme } from '../src/faces/tui/theme.ts'

/** The rows of a message that are in view, already wrapped. */
export function Body({ lines, theme }: { readonly lines: readonly Line[]; readonly theme: Theme }) {
  return (
    <Box flexDirection="column">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <Text key={at} wrap="truncate">
          {line.length === 0 ? ' ' : paint(line, theme)}
        </Text>
      ))}
    </Box>
  )
}
