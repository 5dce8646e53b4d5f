import type { ReactElement } from 'react'
import { marks } from '../src/faces/present-glyphs.ts'
import {
  sheetHeight,
  sheetLines,
  sheetTitle,
  sheetWidth,
} from '../src/faces/tui/overlays/sheet/sheet-lines.ts'
import type { Sheet as Shown } from '../src/faces/tui/overlays/sheet/sheet-state.ts'
import type { Size } from '../src/faces/tui/state.ts'
import { type Line, word } from '../src/faces/tui/text/line.ts'
import { Cover } from './Cover.tsx'

type SheetProps = {
  readonly sheet: Shown
  readonly top: number
  readonly size: Size
  readonly now: number
}

/** The swarm's numbers, or what one agent did. */
export function Sheet({ sheet, top, size, now }: SheetProps): ReactElement {
  const width = sheetWidth(size)
  const height = sheetHeight(size)
  const every = sheetLines(sheet, size, now)
  const more = every.length - top - height
  const lines = Array.from({ length: height }, (_, at): Line => every[top + at] ?? [])
  return (
    <Cover
      place={{ x: Math.floor((size.columns - width) / 2), y: 1, width }}
      title={sheetTitle(sheet)}
      lines={lines}
      more={more > 0 ? [word(`${marks.below} ${more} more`, 'dim')] : []}
    />
  )
}
