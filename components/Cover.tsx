import { Box } from 'ink'
import type { ReactElement } from 'react'
import type { Place } from '../src/faces/tui/layout.ts'
import { fitLine, type Line, word } from '../src/faces/tui/text/line.ts'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'

/** A framed box over the panes. Its lines cover every cell below them. */
export function Cover({
  place: { x, y, width },
  title,
  input,
  lines,
  more,
}: {
  readonly place: Place
  readonly title: Line
  /** A line input, two cells narrower than the frame's inside. */
  readonly input?: ReactElement
  readonly lines: readonly Line[]
  readonly more: Line
}): ReactElement {
  return (
    <Box position="absolute" marginLeft={x} marginTop={y} width={width} flexDirection="column">
      <Frame
        width={width}
        height={lines.length + (input === undefined ? 2 : 3)}
        focused={true}
        title={title}
        more={more}
      >
        {input === undefined ? null : (
          <Box>
            <StyledLine line={blank} />
            {input}
            <StyledLine line={blank} />
          </Box>
        )}
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <StyledLine key={at} line={covering(line, width - 2)} />
        ))}
      </Frame>
    </Box>
  )
}

const blank: Line = [word(' ')]

function covering(line: Line, width: number): Line {
  return [word(' '), ...fitLine(line, width - 2), word(' ')]
}
