import type { Safe } from '../../../domain/sanitize.ts'
import { clusterWidth, isAscii, segmentsOf } from '../terminal/text-measure.ts'

/** A piece of a line: from `start` up to `end`, in UTF-16 units. */
export type Range = { readonly start: number; readonly end: number }

const rangesLimit = 512
const rangesLength = 8192
const ranges = new Map<string, readonly Range[]>()

/**
 * Lines at most `columns` wide (2 at least). Breaks at blanks, beside wide characters, and inside a word only
 * where it is longer than a line. Blanks at a line's end go; those at its start stay while they leave room.
 */
export function wrap(text: Safe, columns: number): readonly Safe[] {
  return text
    .split('\n')
    .flatMap((line) => lineRanges(line, columns).map(({ start, end }) => line.slice(start, end) as Safe))
}

/** Where `wrap` breaks one line; an empty line is one empty range. */
export function lineRanges(line: string, columns: number): readonly Range[] {
  const room = Math.max(2, Math.floor(columns))
  const indent = blanksFrom(line, 0)
  const start = indent >= room ? indent : 0
  if (isAscii(line)) return asciiRanges(line, start, room)
  return remembered(`${room} ${line}`, () => clusterRanges(line, start, room))
}

/** Taking characters apart is slow, and a text in view is asked for again with every key. */
function remembered(key: string, find: () => readonly Range[]): readonly Range[] {
  const known = ranges.get(key)
  if (known !== undefined) return known
  const found = find()
  if (key.length > rangesLength) return found
  if (ranges.size >= rangesLimit) ranges.clear()
  ranges.set(key, found)
  return found
}

function asciiRanges(line: string, from: number, columns: number): readonly Range[] {
  const found: Range[] = []
  let start = from
  while (line.length - start > columns) {
    const end = asciiBreak(line, start, columns)
    found.push({ start, end: withoutBlanks(line, start, end) })
    start = blanksFrom(line, end)
  }
  if (start < line.length || found.length === 0)
    found.push({ start, end: withoutBlanks(line, start, line.length) })
  return found
}

function asciiBreak(line: string, start: number, columns: number): number {
  const word = blanksFrom(line, start)
  for (let at = start + columns; at > word; at -= 1) if (line[at] === ' ') return at
  return start + columns
}

function clusterRanges(line: string, from: number, columns: number): readonly Range[] {
  const { offsets, sizes } = measured(line, from, columns)
  const found: Range[] = []
  // A blank with a mark is a character like any other.
  const isBlank = (at: number) => {
    const offset = offsets[at] ?? 0
    return line[offset] === ' ' && (offsets[at + 1] ?? line.length) === offset + 1
  }
  const close = (start: number, end: number) => {
    const first = offsets[start] ?? line.length
    found.push({ start: first, end: withoutBlanks(line, first, offsets[end] ?? line.length) })
  }
  let start = 0
  let at = 0
  while (at < sizes.length) {
    const stop = lineStop(start, sizes, columns, isBlank)
    if (stop >= sizes.length) break
    close(start, stop)
    at = stop
    while (at < sizes.length && isBlank(at)) at += 1
    start = at
  }
  if (start < sizes.length || found.length === 0) close(start, sizes.length)
  return found
}

/** The cluster at which the line that begins at `start` must end. */
function lineStop(
  start: number,
  sizes: readonly number[],
  columns: number,
  isBlank: (at: number) => boolean,
): number {
  let width = 0
  let stop = -1
  let words = false
  for (let at = start; at < sizes.length; at += 1) {
    const size = sizes[at] ?? 0
    const blank = isBlank(at)
    if (words && (blank || size === 2 || sizes[at - 1] === 2)) stop = at
    width += size
    if (width > columns) return stop > start ? stop : Math.max(at, start + 1)
    if (!blank) words = true
  }
  return sizes.length
}

/** The line's clusters by offset and width. A cluster too wide for any line is taken apart. */
function measured(line: string, from: number, columns: number) {
  const offsets: number[] = []
  const sizes: number[] = []
  const take = (text: string, offset: number) => {
    const width = clusterWidth(text)
    if (width > columns && text.length > 1) {
      let within = offset
      for (const character of text) {
        offsets.push(within)
        sizes.push(clusterWidth(character))
        within += character.length
      }
      return
    }
    offsets.push(offset)
    sizes.push(width)
  }
  for (const { segment, index } of segmentsOf(line.slice(from))) take(segment, from + index)
  return { offsets, sizes }
}

function blanksFrom(line: string, start: number): number {
  let at = start
  while (line[at] === ' ') at += 1
  return at
}

function withoutBlanks(line: string, start: number, end: number): number {
  let at = end
  while (at > start && line[at - 1] === ' ') at -= 1
  return at
}
