import type { BoardRow, TableLine, TableState } from '../../model/board.ts'
import type { Table } from './table.ts'

type Listing = { readonly filter: string; readonly order: number; readonly folded: readonly string[] }

/** The rows that match the filter, in an order, below the headings of their groups. */
export function linesOf(
  described: Table<BoardRow>,
  rows: readonly BoardRow[],
  { filter, order, folded }: Listing,
): readonly TableLine[] {
  const lines = sorted(described, found(described, rows, filter), order)
  const { group } = described
  if (group === undefined || order !== 0) return lines
  return group.order.flatMap((name): readonly TableLine[] => {
    const own = lines.filter(({ row }) => group.of(row) === name)
    if (own.length === 0) return []
    const isFolded = folded.includes(name)
    const heading = { type: 'group', key: groupKey(name), name, count: own.length, folded: isFolded } as const
    return isFolded ? [heading] : [heading, ...own]
  })
}

export function groupKey(name: string): string {
  return `group:${name}`
}

type RowLine = Extract<TableLine, { type: 'row' }>

/** Every word of the filter occurs in the texts of the row. */
function found({ words }: Table<BoardRow>, rows: readonly BoardRow[], filter: string): readonly BoardRow[] {
  const wanted = filter
    .toLowerCase()
    .split(/\s+/u)
    .filter((one) => one !== '')
  if (wanted.length === 0) return rows
  return rows.filter((row) => {
    const text = words(row).join('\n').toLowerCase()
    return wanted.every((one) => text.includes(one))
  })
}

/** Rows in the same place are sorted by their keys, so that no refresh swaps them. */
function sorted(
  { key, sort }: Table<BoardRow>,
  rows: readonly BoardRow[],
  order: number,
): readonly RowLine[] {
  const by = sort[order]?.by
  const lines = rows.map((row): RowLine => ({ type: 'row', key: key(row), row }))
  if (by === undefined) return lines
  return lines
    .map((line) => ({ line, place: by(line.row) }))
    .sort((one, other) => compared(one.place, other.place) || compared(one.line.key, other.line.key))
    .map(({ line }) => line)
}

function compared(one: number | string, other: number | string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

export function placeOf({ lines, selected }: Pick<TableState, 'lines' | 'selected'>): number {
  return lines.findIndex(({ key }) => key === selected)
}

/** The place that many rows away. The heading of an unfolded group is passed over. */
export function placeAfter(lines: readonly TableLine[], from: number, steps: number): number {
  const stops = lines.flatMap((line, at) => (line.type === 'row' || line.folded ? [at] : []))
  const at = stops.findIndex((stop) => stop >= from)
  const next = Math.min(Math.max(0, (at < 0 ? stops.length - 1 : at) + steps), stops.length - 1)
  return stops[next] ?? -1
}

/** The first place that can be selected, no nearer to the top than this. */
export function stopFrom(lines: readonly TableLine[], from: number): number {
  return placeAfter(lines, Math.max(0, from), 0)
}
