import { compiled } from '../compiled.ts'

/**
 * A table, described once for both engines: its columns in their order, what they hold, its key and its indexes. The schemas, the
 * statements that fill it, the types of its rows and what an upgrade adds are made from this.
 */
export type Table = {
  readonly name: string
  readonly columns: Readonly<Record<string, Column>>
  /** Its primary key, where that is no column of the type `id` or `key`. */
  readonly key?: string | EachWay
  /** Columns that together differ in all rows. */
  readonly unique?: string
  /** By name: the columns and the condition, after `UNIQUE` where no two rows are alike. */
  readonly indexes?: Readonly<Record<string, string>>
  /** What never happens to a row. */
  readonly never?: 'changed' | 'changed or deleted'
  /** Storage parameters of PostgreSQL. */
  readonly storage?: string
}

/**
 * `id` is numbered by the engine, `key` by us. A `word` is compared byte by byte, a `text` is not compared; `small` is one of few
 * numbers, or a truth.
 */
export type Kind = 'id' | 'key' | 'number' | 'count' | 'small' | 'word' | 'text'
/** It always has a value, it may have none (`word?`), or it begins with one (`small = 0`). Else it is another column in each engine. */
export type Column = Kind | `${Kind}?` | `${Kind} = ${string}` | EachWay
/** As each engine says it. What an engine does not say, it does not have. */
export type EachWay = { readonly sqlite?: string; readonly postgres?: string }
export type EngineName = keyof EachWay

export function table<const T extends Table>(described: T): T {
  return described
}

type Held<K> = K extends 'word' | 'text' ? string : number
type Cell<C> = C extends `${infer K}?`
  ? Held<K> | null
  : C extends `${infer K} = ${string}`
    ? Held<K>
    : C extends string
      ? Held<C>
      : unknown
export type ColumnOf<T extends Table> = keyof T['columns'] & string
/** A row, or these columns of one. */
export type Row<T extends Table, Name extends ColumnOf<T> = ColumnOf<T>> = {
  readonly [N in Name]: Cell<T['columns'][N]>
}

/** Columns that both engines have. */
type Common<T extends Table> = {
  [Name in ColumnOf<T>]: T['columns'][Name] extends string ? Name : never
}[ColumnOf<T>]

/** The columns that both engines have, but these. */
export function columnsBut<T extends Table, const Left extends Common<T>>(
  { columns }: T,
  ...left: readonly Left[]
): readonly Exclude<Common<T>, Left>[] {
  const others: readonly string[] = left
  const isKept = (name: string): name is Exclude<Common<T>, Left> =>
    typeof columns[name] === 'string' && !others.includes(name)
  return Object.keys(columns).filter(isKept)
}

/** `INSERT INTO table(columns) VALUES(?, …)`: its parameters are `cellsOf` a row. */
export function insertSql({ name }: Table, columns: readonly string[]): string {
  return `INSERT INTO ${name}(${columns.join(', ')}) VALUES(${columns.map(() => '?').join(', ')})`
}

/** The same; where a row has the key already, it gets these values. */
export function upsertSql(table: Table & { readonly key: string }, columns: readonly string[]): string {
  const key = table.key.split(', ')
  const others = columns.filter((column) => !key.includes(column))
  return `${insertSql(table, columns)}
ON CONFLICT(${table.key}) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`
}

type Cells = readonly (string | number | null)[]
const writers = new WeakMap<readonly string[], (row: unknown) => Cells>()

/** The cells of a row in the order of these columns. */
export function cellsOf<const Name extends string>(
  columns: readonly Name[],
  row: Readonly<Record<Name, string | number | null>>,
): Cells {
  let write = writers.get(columns)
  if (write === undefined) {
    write = compiled(columns, 'row', (names) => `[${names.map((name) => `row.${name}`).join(', ')}]`)
    writers.set(columns, write)
  }
  return write(row)
}
