import type { ReactElement } from 'react'
import { marks } from '../src/faces/present-glyphs.ts'
import { fitLine, type Line, word } from '../src/faces/tui/text/line.ts'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'

type PageProps = {
  readonly title: Line
  readonly lines: readonly Line[]
  /** The first line on the screen; no page is scrolled beyond its end. */
  readonly top: number
  readonly focused?: boolean
  readonly width: number
  readonly height: number
}

/** Lines over the whole width, which are scrolled. */
export function Page({ title, lines, top, width, height, focused = true }: PageProps): ReactElement {
  const room = height - 2
  const first = Math.max(0, Math.min(top, lines.length - room))
  const more = lines.length - first - room
  return (
    <Frame
      width={width}
      height={height}
      focused={focused}
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
