import { Box } from 'ink'
import type { ReactElement } from 'react'
import { word } from '../src/faces/tui/text/line.ts'
import { paint, type Theme } from '../src/faces/tui/theme.ts'
import type { PaneView, RowView } from '../src/faces/tui/view/view-model.ts'
import { ReplyLine } from './ReplyLine.tsx'
import { Painted, Row } from './Rows.tsx'

/** A frame with rows in it: roster, inbox and thread are all drawn by this. */
export function Pane({ view, theme }: { readonly view: PaneView; readonly theme: Theme }): ReactElement {
  const { top, bottom, rows, width, height, answer } = view
  const edge = paint([word('│', view.focused ? 'frame-focused' : 'frame')], theme)
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <Row line={top} theme={theme} />
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place on the screen stays while what is in it changes
        <Painted key={at} text={edge + paint(row.line, theme, baseOf(row, theme)) + edge} />
      ))}
      {answer === null ? null : (
        <Box width={width} justifyContent="space-between">
          <Box>
            <Painted text={edge} />
            <ReplyLine view={answer} />
          </Box>
          <Painted text={edge} />
        </Box>
      )}
      <Row line={bottom} theme={theme} />
    </Box>
  )
}

function baseOf({ selected }: RowView, theme: Theme): string {
  switch (selected) {
    case 'here':
      return theme.selected
    case 'elsewhere':
      return theme.selectedElsewhere
    case 'no':
      return ''
  }
}
