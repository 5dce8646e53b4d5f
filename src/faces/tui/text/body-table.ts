import type { Tokens } from 'marked'
import { plain, type Safe } from '../../../domain/sanitize.ts'
import { inlineSpans, wrapSpans } from './body-inline.ts'
import type { Line, Span, SpanStyle } from './body-span.ts'
import { type Align, cut, joined, repeated, widthOf } from './text.ts'

const between = plain(' │ ')
const leastWidth = 3
const mostLines = 12

/**
 * A table with aligned columns; what is too long for its cell goes on below, with a rule between the rows then. Columns
 * that have no room are counted below the table.
 */
export function tableLines(table: Tokens.Table, columns: number): readonly Line[] {
  const fitting = Math.max(1, Math.floor((columns + between.length) / (leastWidth + between.length)))
  const shown = Math.min(table.header.length, fitting)
  const header = table.header.slice(0, shown).map((cell) => cellOf(cell, 'bold'))
  const rows = table.rows.map((row) => row.slice(0, shown).map((cell) => cellOf(cell, 'plain')))
  const widths = fittedWidths(header, rows, columns)
  const row = (cells: readonly Cell[], style: SpanStyle): readonly Line[] => {
    const laid = widths.map((width, at) => cellLines(cells[at] ?? noCell, width, style))
    const height = Math.max(1, ...laid.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) =>
      widths.flatMap((width, at) => [
        ...(at === 0 ? [] : [{ text: between, style }]),
        ...padded(laid[at]?.[line] ?? [], width, table.align[at] ?? 'left', style),
      ]),
    )
  }
  const dashes = joined(
    widths.map((width) => repeated('─', width)),
    '─┼─',
  )
  const rule: Line = [{ text: cut(dashes, columns), style: 'rule' }]
  const laid = rows.map((cells) => row(cells, 'plain'))
  const apart = laid.some(({ length }) => length > 1)
  const more = table.header.length - shown
  return [
    ...row(header, 'bold'),
    rule,
    ...laid.flatMap((lines, at) => (apart && at > 0 ? [rule, ...lines] : lines)),
    ...(more > 0 ? [[{ text: cut(plain(`… ${more} more columns`), columns), style: 'dim' } as const]] : []),
  ]
}

type Cell = { readonly spans: readonly Span[]; readonly width: number }
const noCell: Cell = { spans: [], width: 0 }

function cellOf({ tokens }: Tokens.TableCell, style: SpanStyle): Cell {
  const spans = inlineSpans(tokens, style).map(
    (span): Span => ({ ...span, text: span.text.replace(/\n+/gu, ' ') as Safe }),
  )
  return { spans, width: spans.reduce((sum, { text }) => sum + widthOf(text), 0) }
}

/**
 * A cell's text, on as many lines as it takes, within reason. A link that is broken over lines is no longer a link: the
 * remains of its target may look like another one.
 */
function cellLines({ spans, width: natural }: Cell, width: number, style: SpanStyle): readonly Line[] {
  if (natural <= width) return [spans]
  const lines = wrapSpans(
    spans.map(({ text, style }): Span => ({ text, style })),
    width,
  )
  if (lines.length <= mostLines) return lines
  const rest = lines.slice(mostLines - 1).flatMap((line) => line.map(({ text }) => text))
  return [...lines.slice(0, mostLines - 1), [{ text: cut(joined(rest), width), style }]]
}

/** Exactly `width` wide. */
function padded(spans: Line, width: number, align: Align, style: SpanStyle): Line {
  const missing = width - spans.reduce((sum, { text }) => sum + widthOf(text), 0)
  const before = align === 'left' ? 0 : align === 'right' ? missing : Math.floor(missing / 2)
  const blanks = (count: number): Line => (count === 0 ? [] : [{ text: repeated(' ', count), style }])
  return [...blanks(before), ...spans, ...blanks(missing - before)]
}

/** Natural widths, the widest made narrower until all fit. */
function fittedWidths(
  header: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  columns: number,
): readonly number[] {
  const natural = header.map((title, at) =>
    Math.max(
      leastWidth,
      title.width,
      rows.reduce((most, row) => Math.max(most, row[at]?.width ?? 0), 0),
    ),
  )
  const room = columns - between.length * (natural.length - 1)
  let low = Math.min(leastWidth, columns)
  let high = Math.max(low, ...natural)
  while (low < high) {
    const limit = Math.ceil((low + high) / 2)
    if (natural.reduce((sum, width) => sum + Math.min(width, limit), 0) <= room) low = limit
    else high = limit - 1
  }
  return natural.map((width) => Math.min(width, low))
}
