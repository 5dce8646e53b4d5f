import { Box } from 'ink'
import type { ReactElement } from 'react'
import { fitLine } from '../src/faces/tui/text/line.ts'
import type { InboxView } from '../src/faces/tui/views/inbox-view.ts'
import { FocusedLine } from './FocusedLine.tsx'
import { Frame } from './Frame.tsx'
import { InboxRow } from './InboxRow.tsx'
import { headsLine } from './row.ts'
import { StyledLine } from './StyledLine.tsx'

type InboxPaneProps = { readonly view: InboxView; readonly width: number; readonly height: number }

/** The listed rows, and below them the line input of a search, a filter or a post. */
export function InboxPane({ view, width, height }: InboxPaneProps): ReactElement {
  const { focused, title, note, news, more, room, rows, empty, marks, input, heads, tabs } = view
  const here = focused ? 'here' : 'elsewhere'
  return (
    <Frame {...{ width, height, focused, title, note, news, more }}>
      {tabs === null ? null : <StyledLine line={fitLine(tabs, width - 2)} />}
      {heads ? <StyledLine line={headsLine(width - 2, rows[0]?.view)} /> : null}
      <Box flexDirection="column" height={room} flexShrink={0}>
        {empty.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <StyledLine key={at} line={line} />
        ))}
        {rows.map(({ id, selected, ...row }) => (
          <InboxRow key={id} {...row} width={width - 2} marks={marks} selected={selected ? here : 'no'} />
        ))}
      </Box>
      {input === null ? null : <FocusedLine line={input.line} />}
      {input === null || input.help === null ? null : <StyledLine line={input.help} />}
    </Frame>
  )
}
