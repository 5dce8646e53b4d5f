import { memo, type ReactElement } from 'react'
import { marks } from '../src/faces/present-glyphs.ts'
import { fitLine, type Line, word } from '../src/faces/tui/text/line.ts'
import { StyledLine } from './StyledLine.tsx'

type ThreadLineProps = {
  readonly line: Line
  readonly width: number
  /** The cursor is here. */
  readonly current: boolean
}

/** A line of a message in its thread, with the cursor's mark before it. */
export const ThreadLine = memo(function ThreadLine({ line, width, current }: ThreadLineProps): ReactElement {
  const mark = current ? word(marks.here, 'accent') : word(' ')
  return <StyledLine line={fitLine([mark, ...line], width)} />
})
