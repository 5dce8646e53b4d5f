import { plain, type Safe } from '../../../domain/sanitize.ts'
import { clusterWidth, isAscii, segmentsOf, widthOf } from '../terminal/text-measure.ts'

export {
  clusterAt,
  clustersOf,
  clusterWidth,
  isAscii,
  segmentsOf,
  widthOf,
} from '../terminal/text-measure.ts'
export { lineRanges, type Range, wrap } from './text-wrap.ts'

export type Align = 'left' | 'right' | 'center'

export function joined(parts: readonly Safe[], between = ''): Safe {
  return parts.join(between) as Safe
}

/** Blanks, or any one-cell character of ours, in a row. */
export function repeated(character: string, columns: number): Safe {
  return plain(character.repeat(Math.max(0, columns)))
}

/** One line at most `columns` wide; `…` marks a cut. */
export function cut(text: Safe, columns: number): Safe {
  if (columns <= 0) return plain('')
  if (isAscii(text)) return text.length <= columns ? text : (`${text.slice(0, columns - 1)}…` as Safe)
  let width = 0
  let kept = 0
  for (const { segment, index } of segmentsOf(text)) {
    width += clusterWidth(segment)
    if (width > columns) return `${text.slice(0, kept)}…` as Safe
    if (width <= columns - 1) kept = index + segment.length
  }
  return text
}

/** Removes the first cells; a wide character that is cut disappears. */
export function cutStart(text: Safe, columns: number): Safe {
  if (isAscii(text)) return text.slice(columns) as Safe
  let width = 0
  for (const { segment, index } of segmentsOf(text)) {
    if (width >= columns) return text.slice(index) as Safe
    width += clusterWidth(segment)
  }
  return plain('')
}

/** Exactly `columns` wide: cut, or filled up with blanks. */
export function pad(text: Safe, columns: number, align: Align = 'left'): Safe {
  const shown = cut(text, columns)
  const missing = columns - widthOf(shown)
  if (missing <= 0) return shown
  const before = align === 'left' ? 0 : align === 'right' ? missing : Math.floor(missing / 2)
  return `${' '.repeat(before)}${shown}${' '.repeat(missing - before)}` as Safe
}
