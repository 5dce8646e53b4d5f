import type { ReactElement } from 'react'
import { marks } from '../src/faces/present-glyphs.ts'
import type { SheetState } from '../src/faces/tui/model/sheet.ts'
import {
  sheetHeight,
  sheetLines,
  sheetTitle,
  sheetTop,
  sheetWidth,
} from '../src/faces/tui/overlays/sheet/sheet-lines.ts'
import type { Size } from '../src/faces/tui/state.ts'
import { type Line, word } from '../src/faces/tui/text/line.ts'
import { Cover } from './Cover.tsx'

type SheetProps = {
  readonly sheet: SheetState
  readonly size: Size
  readonly now: number
}

/** The swarm's numbers, what one agent did, or what a person missed. */
export function Sheet({ sheet, size, now }: SheetProps): ReactElement {
  const width = sheetWidth(size)
  const height = sheetHeight(size)
  const every = sheetLines(sheet, size, now)
  const top = sheetTop(sheet, every, height)
  const more = every.length - top - height
  const lines = Array.from({ length: height }, (_, at): Line => every[top + at]?.line ?? [])
  return (
    <Cover
      place={{ x: Math.floor((size.columns - width) / 2), y: 1, width }}
      title={sheetTitle(sheet.sheet, now)}
      lines={lines}
      more={more > 0 ? [word(`${marks.below} ${more} more`, 'dim')] : []}
    />
  )
}
