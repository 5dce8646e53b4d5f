import type { Database } from '../../database/driver.ts'

/** Whole numbers come as bigint, so that damage that made one too big is still one. */
export type Value = bigint | number | string | Buffer | null
/** What a table is ordered by: its rowid, or the columns of its primary key. */
export type Key = readonly Value[]

export type SalvagedTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** Indexes with an entry for every row, and the columns that they are ordered by. */
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

export function tableOf(database: Database, name: string): SalvagedTable {
  const columns = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(name) as {
    name: string
    pk: number
  }[]
  const keyed = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const indexes = database
    .prepare("SELECT name FROM pragma_index_list(?) WHERE partial = 0 AND origin <> 'pk'")
    .pluck()
    .all(name) as string[]
  return {
    name,
    columns: columns.map((column) => column.name),
    key: keyed.map((column) => column.name),
    indexes: indexes.map((index) => ({ name: index, columns: columnsOf(database, index) })),
  }
}

function columnsOf(database: Database, index: string): readonly string[] {
  const sql = 'SELECT name FROM pragma_index_info(?) ORDER BY seqno'
  const names = database.prepare(sql).pluck().all(index) as (string | null)[]
  // Those of an expression have no name.
  return names.includes(null) ? [] : (names as string[])
}

/** As SQLite orders them: NULL, numbers, text, bytes. */
export function compareKeys(one: Key, other: Key): number {
  for (let at = 0; at < one.length; at += 1) {
    const order = compare(one[at] ?? null, other[at] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function compare(one: Value, other: Value): number {
  const kinds = kindOf(one) - kindOf(other)
  if (kinds !== 0) return kinds
  if (one === null || other === null || one === other) return 0
  if (typeof one === 'string' || Buffer.isBuffer(one))
    return Buffer.compare(Buffer.from(one as string), Buffer.from(other as string))
  return one < (other as bigint) ? -1 : one > (other as bigint) ? 1 : 0
}

function kindOf(value: Value): number {
  if (value === null) return 0
  if (typeof value === 'string') return 2
  return Buffer.isBuffer(value) ? 3 : 1
}

/** The place of the first key that is greater, in an ordered list. */
export function placeAfter(keys: readonly Key[], key: Key): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareKeys(keys[middle] ?? [], key) > 0) high = middle
    else low = middle + 1
  }
  return low
}
