import type { Tokens } from 'marked'
import { plain, type Safe } from '../../../domain/sanitize.ts'
import type { Line, Span, SpanStyle } from './body.ts'
import { inlineSpans } from './body-inline.ts'
import { type Align, cut, joined, repeated, widthOf } from './text.ts'

const between = plain(' │ ')
const leastWidth = 3

/** A table with aligned columns, cut to the width; columns that have no room are counted below it. */
export function tableLines(table: Tokens.Table, columns: number): readonly Line[] {
  const fitting = Math.max(1, Math.floor((columns + between.length) / (leastWidth + between.length)))
  const shown = Math.min(table.header.length, fitting)
  const header = table.header.slice(0, shown).map((cell) => cellOf(cell, 'bold'))
  const rows = table.rows.map((row) => row.slice(0, shown).map((cell) => cellOf(cell, 'plain')))
  const widths = fittedWidths(header, rows, columns)
  const row = (cells: readonly Cell[], style: SpanStyle): Line =>
    widths.flatMap((width, at) => [
      ...(at === 0 ? [] : [{ text: between, style }]),
      ...cellSpans(cells[at] ?? noCell, width, table.align[at] ?? 'left', style),
    ])
  const rule = joined(
    widths.map((width) => repeated('─', width)),
    '─┼─',
  )
  const more = table.header.length - shown
  return [
    row(header, 'bold'),
    [{ text: cut(rule, columns), style: 'rule' }],
    ...rows.map((cells) => row(cells, 'plain')),
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

/** Exactly `width` wide. What was cut is no link any more: words that are left of a target may look like another one. */
function cellSpans({ spans, width: natural }: Cell, width: number, align: Align, style: SpanStyle): Line {
  if (natural > width) {
    const text = cut(joined(spans.map(({ text }) => text)), width)
    return [{ text: joined([text, repeated(' ', width - widthOf(text))]), style }]
  }
  const missing = width - natural
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
