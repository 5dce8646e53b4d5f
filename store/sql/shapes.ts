import { compiled } from './compiled.ts'
import type { Cells, Shape } from './connection.ts'

/** `ends_at` of `d.expires_at AS ends_at`, `rank` of `m.rank`. */
export function nameOf(column: string): string {
  return column.slice(Math.max(column.lastIndexOf('.'), column.lastIndexOf(' ')) + 1)
}

/** The columns of a table that a statement made of these. */
export function columnsIn(table: string, columns: string): string {
  return columns
    .split(', ')
    .map((column) => `${table}.${nameOf(column)}`)
    .join(', ')
}

/** The place of each name in a list of them, from a first place on. */
export function placesOf(names: readonly string[], from = 0): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name, at) => [name, from + at]))
}

/** Rows whose properties are named as these columns. No column contains a comma. */
export function shapeOf<Row>(columns: string): Shape<Row> {
  return { columns, rowOf: readerOf<Row>(placesOf(columns.split(', ').map(nameOf))) }
}

/** Makes an object of the cells at these places. It is compiled when it is first asked for. */
export function readerOf<Row>(places: Readonly<Record<string, number>>): (cells: Cells) => Row {
  let made: ((cells: Cells) => Row) | undefined
  const source = (names: readonly string[]) =>
    `{ ${names.map((name) => `${name}: cells[${places[name]}]`).join(', ')} }`
  return (cells) => (made ??= compiled<Cells, Row>(Object.keys(places), 'cells', source))(cells)
}
