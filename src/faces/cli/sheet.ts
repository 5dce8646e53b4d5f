import { styleText } from 'node:util'

/** The target of text: its width, its time and its colours. */
export type Sheet = {
  readonly now: number
  /** Infinite if the output is not a terminal. */
  readonly width: number
  readonly ink: Ink
  readonly measure: Measure
  /** An agent that changed messages knows which, and gets no words of others with the answer. */
  readonly titles?: false
}

/** Data for standard output, and what is said beside it. */
export type Printed = {
  readonly lines: readonly string[]
  readonly notes: readonly string[]
  /** The lines have no words of others. */
  readonly isOwn?: boolean
}

export type Colour = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'
export type Ink = (colour: Colour, text: string) => string

export const plainInk: Ink = (_colour, text) => text
export const colourInk: Ink = (colour, text) => (text === '' ? '' : styleText(colour, text))

/** Terminal cells that a text takes. */
export type Measure = (text: string) => number
/** Where every character is one cell wide. */
export const byLength: Measure = (text) => text.length

export type Cell = { readonly text: string; readonly colour?: Colour | undefined }
export type Column = { readonly from?: 'right'; readonly most?: number }

/** Cut to as many cells, with `…` where something is missing. */
export function cut(text: string, cells: number, { measure }: Pick<Sheet, 'measure'>): string {
  if (measure(text) <= cells) return text
  if (cells < 1) return ''
  if (measure === byLength) return `${text.slice(0, cells - 1)}…`
  let kept = ''
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const next = measure(segment)
    if (width + next > cells - 1) break
    kept += segment
    width += next
  }
  return `${kept}…`
}

/** Also without a terminal: one very long subject would make every line as long, and agents pay per token. */
const widest = 200

/**
 * Rows as aligned lines. The column `stretch` gives way when a line would be wider than the sheet; the last
 * column is not padded. Cells are drawable already.
 */
export function table(
  rows: readonly (readonly Cell[])[],
  sheet: Sheet,
  stretch: number,
  columns: readonly Column[] = [],
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => {
    const widest = rows.reduce((most, row) => Math.max(most, sheet.measure(row[at]?.text ?? '')), 0)
    return Math.min(widest, columns[at]?.most ?? Number.POSITIVE_INFINITY)
  })
  const kept = widths.flatMap((width, at) => (width > 0 ? [at] : []))
  const rest = kept.reduce((sum, at) => sum + (at === stretch ? 0 : (widths[at] ?? 0)) + 2, -2)
  widths[stretch] = Math.max(4, Math.min(widths[stretch] ?? 0, sheet.width - rest, widest))
  return rows.map((row) => lineOf(row, kept, widths, columns, sheet))
}

function lineOf(
  row: readonly Cell[],
  kept: readonly number[],
  widths: readonly number[],
  columns: readonly Column[],
  sheet: Sheet,
): string {
  const last = kept.at(-1)
  const cells = kept.map((at) => {
    const { text = '', colour } = row[at] ?? {}
    const shown = cut(text, widths[at] ?? 0, sheet)
    const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - sheet.measure(shown)))
    const drawn = colour === undefined ? shown : sheet.ink(colour, shown)
    if (columns[at]?.from === 'right') return gap + drawn
    return at === last ? drawn : drawn + gap
  })
  return cells.join('  ').trimEnd()
}

/** Lines of text, each no wider than the sheet. */
export function cutAll(lines: readonly string[], sheet: Sheet): readonly string[] {
  return lines.map((line) => cut(line, sheet.width, sheet))
}
