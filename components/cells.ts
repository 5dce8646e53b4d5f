import { marks } from '../src/faces/present-glyphs.ts'
import { fitLine, type Line, type Look, word } from '../src/faces/tui/text/line.ts'
import type { Selected } from './StyledLine.tsx'

/** Of the selected row, and of the state of what it shows. */
export function markCells(
  selected: Selected,
  { mark, look }: { readonly mark: string; readonly look: Look },
): Line {
  return [word(selected === 'no' ? '  ' : `${marks.here} `, 'accent'), word(`${mark} `, look)]
}

/** Words in a column, and the blank behind them. */
export function cellLine(line: Line, width: number): Line {
  return width === 0 ? [] : [...fitLine(line, width - 1), word(' ')]
}

/** A number or an age, at the right of its column. */
export function numberLine(text: string, width: number, look: Look): Line {
  return width === 0 ? [] : [word(text.padStart(width), look)]
}
