import { Box } from 'ink'
import type { ReactElement } from 'react'
import type { Place } from '../src/faces/tui/layout.ts'
import { fitLine, type Line, word } from '../src/faces/tui/text/line.ts'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'

/** A framed box over the panes. Its lines cover every cell of what lies below. */
export function Cover({
  place: { x, y, width },
  title,
  lines,
  more,
}: {
  readonly place: Place
  readonly title: Line
  readonly lines: readonly Line[]
  readonly more: Line
}): ReactElement {
  return (
    <Box position="absolute" marginLeft={x} marginTop={y} width={width} flexDirection="column">
      <Frame width={width} height={lines.length + 2} focused={true} title={title} more={more}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <StyledLine key={at} line={covering(line, width - 2)} />
        ))}
      </Frame>
    </Box>
  )
}

function covering(line: Line, width: number): Line {
  return [word(' '), ...fitLine(line, width - 2), word(' ')]
}
