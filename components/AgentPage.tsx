import type { ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import { type PageView, pageLines } from '../src/faces/tui/panes/fleet/page-lines.ts'
import { fitLine, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'

type AgentPageProps = {
  readonly view: PageView
  readonly top: number
  readonly width: number
  readonly height: number
}

/** One agent of the fleet: its work, its terminal, its mail and what it did. */
export function AgentPage({ view, top, width, height }: AgentPageProps): ReactElement {
  const every = pageLines(view, width - 4)
  const room = height - 2
  const first = Math.max(0, Math.min(top, every.length - room))
  const more = every.length - first - room
  const title: Line = [word('Agent ', 'section'), span(sanitizeLine(view.agent), 'section')]
  return (
    <Frame
      width={width}
      height={height}
      focused={true}
      title={title}
      more={more > 0 ? [word(`${marks.below} ${more} more`, 'dim')] : []}
    >
      {every.slice(first, first + room).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <StyledLine key={at} line={[word(' '), ...fitLine(line, width - 4), word(' ')]} />
      ))}
    </Frame>
  )
}
