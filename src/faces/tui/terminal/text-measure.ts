import stringWidth from 'string-width'
import { isNarrow } from '../../narrow.ts'

const ascii = /^[\x20-\x7e]*$/u
const widthLimit = 4096
const widths = new Map<string, number>()
let segmenter: Intl.Segmenter | undefined

export function isAscii(text: string): boolean {
  return ascii.test(text)
}

type Segment = { readonly segment: string; readonly index: number }

/** The parts that a reader sees as one character each. */
export function clustersOf(text: string): readonly string[] {
  return isNarrow(text) ? text.split('') : Array.from(segmentsOf(text), ({ segment }) => segment)
}

export function segmentsOf(text: string): Iterable<Segment> {
  return isNarrow(text) ? Array.from(text, (segment, index) => ({ segment, index })) : segmented(text)
}

/** The part that a place in a line belongs to. */
export function clusterAt(line: string, offset: number): Segment | undefined {
  return segmented(line).containing(offset)
}

function segmented(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** The cells that a line takes. */
export function widthOf(text: string): number {
  if (isNarrow(text)) return text.length
  let width = 0
  for (const { segment } of segmented(text)) width += clusterWidth(segment)
  return width
}

export function clusterWidth(cluster: string): number {
  if (isNarrow(cluster)) return cluster.length
  const known = widths.get(cluster)
  if (known !== undefined) return known
  // Letters that are one sign on the screen are counted one by one.
  const width = Math.min(2, stringWidth(cluster))
  if (widths.size >= widthLimit) widths.clear()
  if (cluster.length < 64) widths.set(cluster, width)
  return width
}
