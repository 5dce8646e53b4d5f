import { Box } from 'ink'
import { memo, type ReactElement } from 'react'
import { word } from '../src/faces/tui/text/line.ts'
import { paint } from '../src/faces/tui/text/paint.ts'
import type { Theme } from '../src/faces/tui/text/theme.ts'
import type { PaneView, RowView } from '../src/faces/tui/view/view-model.ts'
import { ReplyLine } from './ReplyLine.tsx'
import { Painted } from './Rows.tsx'

/**
 * A frame with rows in it: roster, inbox and thread are all drawn by this. All its rows are one text, since for Ink
 * each text is a box to lay out, to measure and to write; a pane that did not change costs nothing.
 */
export const Pane = memo(function Pane({
  view,
  theme,
}: {
  readonly view: PaneView
  readonly theme: Theme
}): ReactElement {
  const { top, bottom, rows, width, height, answer } = view
  const edge = paint([word('│', view.focused ? 'frame-focused' : 'frame')], theme)
  const above = [
    paint(top, theme),
    ...rows.map((row) => edge + paint(row.line, theme, baseOf(row, theme)) + edge),
  ]
  const below = paint(bottom, theme)
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <Painted text={(answer === null ? [...above, below] : above).join('\n')} />
      {answer === null ? null : (
        <>
          <Box width={width} justifyContent="space-between">
            <Box>
              <Painted text={edge} />
              <ReplyLine view={answer} />
            </Box>
            <Painted text={edge} />
          </Box>
          <Painted text={below} />
        </>
      )}
    </Box>
  )
})

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
