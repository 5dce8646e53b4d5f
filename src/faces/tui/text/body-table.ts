import type { Tokens } from 'marked'
import { plain, type Safe } from '../../../domain/sanitize.ts'
import type { Line, SpanStyle } from './body.ts'
import { inlineSpans } from './body-inline.ts'
import { type Align, cut, joined, pad, repeated, widthOf } from './text.ts'

const between = plain(' │ ')
const leastWidth = 3

/** A table with aligned columns, cut to the width; columns that have no room are counted below it. */
export function tableLines(table: Tokens.Table, columns: number): readonly Line[] {
  const fitting = Math.max(1, Math.floor((columns + between.length) / (leastWidth + between.length)))
  const shown = Math.min(table.header.length, fitting)
  const header = table.header.slice(0, shown).map(cellText)
  const rows = table.rows.map((row) => row.slice(0, shown).map(cellText))
  const widths = fittedWidths(header, rows, columns)
  const aligns = table.align.map((align): Align => align ?? 'left')
  const row = (cells: readonly Safe[], style: SpanStyle): Line => [
    {
      text: cut(
        joined(
          widths.map((width, at) => pad(cells[at] ?? plain(''), width, aligns[at] ?? 'left')),
          between,
        ),
        columns,
      ),
      style,
    },
  ]
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

function cellText(cell: Tokens.TableCell): Safe {
  return inlineSpans(cell.tokens)
    .map(({ text }) => text)
    .join('')
    .replace(/\n+/gu, ' ') as Safe
}

/** Natural widths, the widest made narrower until all fit. */
function fittedWidths(
  header: readonly Safe[],
  rows: readonly (readonly Safe[])[],
  columns: number,
): readonly number[] {
  const natural = header.map((title, at) =>
    Math.max(
      leastWidth,
      widthOf(title),
      rows.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), 0),
    ),
  )
  const room = columns - between.length * (natural.length - 1)
  let low = leastWidth
  let high = Math.max(low, ...natural)
  while (low < high) {
    const limit = Math.ceil((low + high) / 2)
    if (natural.reduce((sum, width) => sum + Math.min(width, limit), 0) <= room) low = limit
    else high = limit - 1
  }
  return natural.map((width) => Math.max(leastWidth, Math.min(width, low)))
}
