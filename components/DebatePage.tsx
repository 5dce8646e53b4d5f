import type { ReactElement } from 'react'
import { marks } from '../src/faces/present-glyphs.ts'
import { fitLine, word } from '../src/faces/tui/text/line.ts'
import type { DebateView } from '../src/faces/tui/views/work-view.ts'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'

type DebatePageProps = { readonly view: DebateView; readonly width: number; readonly height: number }

/** One debate: where it stands, and its positions side by side. */
export function DebatePage({ view, width, height }: DebatePageProps): ReactElement {
  const { title, lines, top } = view
  const room = height - 2
  const first = Math.max(0, Math.min(top, lines.length - room))
  const more = lines.length - first - room
  return (
    <Frame
      width={width}
      height={height}
      focused={true}
      title={title}
      more={more > 0 ? [word(`${marks.below} ${more} more`, 'dim')] : []}
    >
      {lines.slice(first, first + room).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <StyledLine key={at} line={[word(' '), ...fitLine(line, width - 4), word(' ')]} />
      ))}
    </Frame>
  )
}
