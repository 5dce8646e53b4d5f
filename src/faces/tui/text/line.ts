import type { LinkTarget } from '../../../domain/link.ts'
import { plain, type Safe } from '../../../domain/sanitize.ts'
import type { StyleId } from '../terminal/style.ts'
import type { SpanStyle } from './body-span.ts'
import { cut, cutStart, isAscii, widthOf } from './text.ts'

/** How a piece of text looks, by what it means; the theme decides on colours. A body can only get a `SpanStyle`. */
export type Look =
  | SpanStyle
  /** The focused part, and the selection. */
  | 'accent'
  /** The name of a person or an agent. */
  | 'person'
  | 'urgent'
  | 'high'
  | 'good'
  | 'warning'
  | 'acting'
  | 'frame'
  | 'frame-focused'
  /** All that lies behind a dialog. */
  | 'behind'
  | 'match'

/** A piece of a line, clean and in one look. */
export type Span = {
  readonly text: Safe
  readonly style: Look
  readonly link?: LinkTarget
  /** A look that its writer gave it, which is shown on wish alone. */
  readonly own?: StyleId
}
export type Line = readonly Span[]

export const span = (text: Safe, style: Look = 'plain'): Span => ({ text, style })
/** Our own words. */
export const word = (text: string, style: Look = 'plain'): Span => ({ text: plain(text), style })

/** The same pieces are measured in every frame: edges, marks, names. */
const widths = new Map<string, number>()
const keptWidths = 4_096

function measured(text: Safe): number {
  if (isAscii(text)) return text.length
  const known = widths.get(text)
  if (known !== undefined) return known
  const width = widthOf(text)
  if (widths.size >= keptWidths) widths.clear()
  widths.set(text, width)
  return width
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + measured(text), 0)
}

/** A line of exactly this width: cut with `…`, or filled up with spaces. */
export function fitLine(line: Line, width: number): Line {
  const fitted: Span[] = []
  let left = width
  for (const piece of line) {
    if (left <= 0) break
    const wide = measured(piece.text)
    const text = wide <= left ? piece.text : cut(piece.text, left)
    fitted.push({ ...piece, text })
    left -= wide <= left ? wide : measured(text)
    if (wide > left + measured(text)) break
  }
  const missing = width - lineWidth(fitted)
  return missing > 0 ? [...fitted, word(' '.repeat(missing))] : fitted
}

/** As much of a line as fits around the first match in it. */
export function fitAroundMatch(line: Line, columns: number): Line {
  const total = lineWidth(line)
  if (total <= columns) return line
  const at = Math.max(
    0,
    line.findIndex(({ style }) => style === 'match'),
  )
  const before = lineWidth(line.slice(0, at))
  const aside = Math.max(0, Math.floor((columns - lineWidth(line.slice(at, at + 1))) / 2))
  const start = Math.min(before - aside, total - columns)
  return fitLine(start <= 0 ? line : [word('…', 'dim'), ...withoutStart(line, start + 1)], columns)
}

function withoutStart(line: Line, cells: number): Line {
  let left = cells
  return line.flatMap((piece): Line => {
    const width = measured(piece.text)
    if (left <= 0) return [piece]
    left -= width
    return left >= 0 ? [] : [{ ...piece, text: cutStart(piece.text, width + left) }]
  })
}

/** Two ends of one row: the right one is kept, the left one gives way. */
export function ends(left: Line, right: Line, width: number): Line {
  const kept = lineWidth(right)
  if (kept === 0 || kept > width - 4) return fitLine(left, width)
  return [...fitLine(left, width - kept), ...right]
}

/** A line as bare text: for titles, tests and terminals without styles. */
export function lineText(line: Line): string {
  return line.map(({ text }) => text).join('')
}
