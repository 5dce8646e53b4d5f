import stringWidth from 'string-width'

const ascii = /^[\x20-\x7e]*$/u
const widthLimit = 4096
/** Marks that every screen shows, one cell each: a program that draws no others never loads the tables of emoji. */
export const ownMarks = '…·→←↑↓↗↩⇒⇑»×†✓✗●○◐◑▸▾▴▪■□│─╭╮╰╯├┤┬┴┼╴✎◷▫◌◆◉▹⊘↧★↻└┌┐┘–—“”‘’•‹›¶§°'
const seeded = (): Map<string, number> => new Map([...ownMarks].map((mark) => [mark, 1]))
let widths = seeded()
let segmenter: Intl.Segmenter | undefined

export function isAscii(text: string): boolean {
  return ascii.test(text)
}

/** The parts that a reader sees as one character each. */
export function clustersOf(text: string): readonly string[] {
  if (isAscii(text)) return text.split('')
  return Array.from(segmentsOf(text), ({ segment }) => segment)
}

export function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** The cells that a line takes. */
export function widthOf(text: string): number {
  if (isAscii(text)) return text.length
  let width = 0
  for (const { segment } of segmentsOf(text)) width += clusterWidth(segment)
  return width
}

export function clusterWidth(cluster: string): number {
  const known = widths.get(cluster)
  if (known !== undefined) return known
  // Letters that are one sign on the screen are counted one by one.
  const width = Math.min(2, stringWidth(cluster))
  if (widths.size >= widthLimit) widths = seeded()
  if (cluster.length < 64) widths.set(cluster, width)
  return width
}
