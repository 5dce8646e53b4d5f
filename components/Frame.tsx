import { Box, Text } from 'ink'
import { memo, type ReactElement, type ReactNode, useContext } from 'react'
import { fitLine, type Line, lineWidth, word } from '../src/faces/tui/text/line.ts'
import { paint } from '../src/faces/tui/text/paint.ts'
import { StyledLine } from './StyledLine.tsx'
import { ThemeContext } from './theme.ts'

type FrameProps = {
  /** Of the whole, edges included. */
  readonly width: number
  readonly height: number
  readonly focused: boolean
  /** In the upper edge at the left, and at its right. */
  readonly title: Line
  readonly note?: Line
  /** In the lower edge at the left, and at its right. */
  readonly news?: Line
  readonly more?: Line
  readonly children?: ReactNode
}

const none: Line = []

/** A frame around rows, with words in its edges. */
export function Frame({
  width,
  height,
  focused,
  title,
  note = none,
  news = none,
  more = none,
  children,
}: FrameProps): ReactElement {
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <StyledLine line={edgeLine(['╭', '╮'], title, note, { width, focused })} />
      <Box height={height - 2} flexShrink={0}>
        <Side height={height - 2} focused={focused} />
        <Box flexDirection="column" width={width - 2} height={height - 2} flexShrink={0}>
          {children}
        </Box>
        <Side height={height - 2} focused={focused} />
      </Box>
      <StyledLine line={edgeLine(['╰', '╯'], news, more, { width, focused })} />
    </Box>
  )
}

/** A frame's left or right edge. */
export const Side = memo(function Side({
  height,
  focused,
}: {
  readonly height: number
  readonly focused: boolean
}) {
  const theme = useContext(ThemeContext)
  const cell = paint([word('│', focused ? 'frame-focused' : 'frame')], theme)
  return (
    <Box width={1} flexShrink={0}>
      <Text wrap="end">{Array.from({ length: height }, () => cell).join('\n')}</Text>
    </Box>
  )
})

/** The upper or lower edge; the note at the right gives way to the title. */
function edgeLine(
  [left, right]: readonly [string, string],
  title: Line,
  note: Line,
  { width, focused }: Pick<FrameProps, 'width' | 'focused'>,
): Line {
  const look = focused ? 'frame-focused' : 'frame'
  const room = Math.max(0, width - 4)
  const spaced = (line: Line): Line => (line.length === 0 ? [] : [word(' ', look), ...line, word(' ', look)])
  const shownNote = lineWidth(note) + 2 <= room - 8 ? spaced(note) : []
  const wide = room - lineWidth(shownNote)
  const heading = spaced(title)
  const shownTitle = lineWidth(heading) <= wide ? heading : fitLine(heading, Math.max(0, wide))
  const dashes = '─'.repeat(Math.max(0, wide - lineWidth(shownTitle)))
  return [word(`${left}─`, look), ...shownTitle, word(dashes, look), ...shownNote, word(`─${right}`, look)]
}
