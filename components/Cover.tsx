import { Box } from 'ink'
import type { ReactElement } from 'react'
import type { Place } from '../src/faces/tui/panes/layout.ts'
import { fitLine, type Line, word } from '../src/faces/tui/text/line.ts'
import { Blank } from './Blank.tsx'
import { Frame } from './Frame.tsx'
import { Shade } from './Shade.tsx'
import { StyledLine } from './StyledLine.tsx'

/** A dialog: a framed box over the panes, which it dims. Its lines cover every cell below them. */
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
  const height = lines.length + (input === undefined ? 2 : 3)
  // The panes end one cell before the box, as far as they are seen beside it.
  const ring = x > 0 ? 1 : 0
  return (
    <>
      <Shade />
      <Box position="absolute" marginLeft={x - ring} marginTop={y} width={width + 2 * ring}>
        <Ring width={ring} height={height} />
        <Frame width={width} height={height} focused={true} title={title} more={more}>
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
        <Ring width={ring} height={height} />
      </Box>
    </>
  )
}

function Ring({ width, height }: { readonly width: number; readonly height: number }): ReactElement | null {
  return width === 0 ? null : (
    <Box flexDirection="column" width={width} flexShrink={0}>
      <Blank columns={width} rows={height} />
    </Box>
  )
}

const blank: Line = [word(' ')]

function covering(line: Line, width: number): Line {
  return [word(' '), ...fitLine(line, width - 2), word(' ')]
}
