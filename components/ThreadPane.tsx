import { Box } from 'ink'
import type { ReactElement } from 'react'
import type { ThreadView } from '../src/faces/tui/views/thread-view.ts'
import { FocusedLine } from './FocusedLine.tsx'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'
import { ThreadLine } from './ThreadLine.tsx'

type ThreadPaneProps = { readonly view: ThreadView; readonly width: number; readonly height: number }

/** The open thread or a preview of the selected one, and below it the line input of a quick reply. */
export function ThreadPane({ view, width, height }: ThreadPaneProps): ReactElement {
  const { focused, title, note, news, more, head, lines, input } = view
  return (
    <Frame {...{ width, height, focused, title, note, news, more }}>
      <Box flexDirection="column" height={height - 2 - (input === null ? 0 : 1)} flexShrink={0}>
        {head.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <StyledLine key={at} line={line} />
        ))}
        {lines.map(({ key, line, current }) => (
          <ThreadLine key={key} line={line} width={width - 2} current={current} />
        ))}
      </Box>
      {input === null ? null : <FocusedLine line={input} />}
    </Frame>
  )
}
