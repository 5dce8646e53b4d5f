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
  const width = Math.min(2, stringWidth(cluster) + lettersBehind(cluster))
  if (widths.size >= widthLimit) widths.clear()
  if (cluster.length < 64) widths.set(cluster, width)
  return width
}

/**
 * The letters behind the first one of a cluster, such as the Thai sara am and those of a Devanagari conjunct: a terminal gives each a
 * cell of its own. Hangul's are parts of one sign.
 */
function lettersBehind(cluster: string): number {
  const [, ...behind] = cluster
  return behind.filter((one) => /^\p{Letter}$/u.test(one) && !/^[\p{Script=Hangul}\uff66-\uff9f]$/u.test(one))
    .length
}
