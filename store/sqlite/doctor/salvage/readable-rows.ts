import type { Database, Statement } from '../../database/driver.ts'
import { isUnreadable } from '../../database/errors.ts'
import { compareKeys, type Key, placeAfter, type SalvagedTable, type Value } from './keys.ts'

/** Rows between these, if there were any, could not be read. `null`: from the beginning, or to the end. */
export type Gap = { readonly after: Key | null; readonly before: Key | null }

type Range = { readonly after: Key | null; readonly to: Key | null; readonly including: boolean }

/** How many numbers are tried in vain, one after the other, where no index says which rows there are; and how far beyond the last. */
const mostTries = 2 ** 13
const farthest = 2n ** 13n

type Reading = {
  readonly database: Database
  readonly table: SalvagedTable
  /** Keys that rows may have, in addition to those in indexes. */
  readonly likely: () => readonly Key[]
  readonly keep: (row: readonly Value[]) => void
}

/**
 * Reads every row that SQLite can still reach by its key: from both ends to the damage, then into it from each key at which a row
 * may lie. Leaves below a damaged inner page are not searched for: old pages look the same, and would bring back what was deleted.
 */
export function readRows({ database, table, likely, keep }: Reading): readonly Gap[] {
  const statements = new Map<string, Statement>()
  const keyAt = table.key.map((name) => table.columns.indexOf(name))
  const gaps: Gap[] = []
  let tries = mostTries
  let listed: Indexed | null = null
  const candidates = (): Indexed => {
    if (listed !== null) return listed
    const { keys, whole } = indexedKeys(database, table)
    listed = { keys: ordered([...keys, ...likely()]), whole }
    return listed
  }

  /** Gives the last key that could be read, and whether that was all. */
  function read(range: Range, backward: boolean): { readonly last: Key | null; readonly whole: boolean } {
    let last: Key | null = null
    try {
      const sql = sqlOf(table, range, backward)
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = database.prepare(sql).raw(true).safeIntegers(true)
        statements.set(sql, statement)
      }
      for (const row of statement.iterate(...(range.after ?? []), ...(range.to ?? []))) {
        const values = row as Value[]
        keep(values)
        tries = mostTries
        last = keyAt.map((at) => values[at] ?? null)
      }
      return { last, whole: true }
    } catch (error) {
      if (!isUnreadable(error)) throw error
      return { last, whole: false }
    }
  }

  function explore(range: Range): void {
    const up = read(range, false)
    if (up.whole) return
    const after = up.last ?? range.after
    const down = read({ ...range, after }, true)
    if (down.whole) return
    const before = down.last ?? range.to
    const middle = middleOf(after, before)
    if (middle === null) {
      gaps.push({ after, before })
      return
    }
    explore({ after, to: middle, including: true })
    explore({ after: middle, to: before, including: down.last === null && range.including })
  }

  function middleOf(after: Key | null, before: Key | null): Key | null {
    const { keys, whole } = candidates()
    const first = after === null ? 0 : placeAfter(keys, after)
    let end = before === null ? keys.length : placeAfter(keys, before)
    while (end > first && before !== null && compareKeys(keys[end - 1] ?? [], before) >= 0) end -= 1
    if (end > first) return keys[(first + end) >> 1] ?? null
    if (whole || tries <= 0) return null
    tries -= 1
    return between(after, before, keys.at(-1) ?? null)
  }

  function between(after: Key | null, before: Key | null, greatest: Key | null): Key | null {
    if (table.key.length > 1) return null
    const low = numberIn(after) ?? -1n
    const high = numberIn(before) ?? maximum(low, numberIn(greatest) ?? 0n) + farthest
    return typeof after?.[0] === 'string' || high - low < 2n ? null : [(low + high) / 2n]
  }

  explore({ after: null, to: null, including: true })
  return gaps
}

function sqlOf(table: SalvagedTable, { after, to, including }: Range, backward: boolean): string {
  const tuple = `(${table.key.map((name) => `"${name}"`).join(', ')})`
  const marks = `(${table.key.map(() => '?').join(', ')})`
  const conditions = [
    ...(after === null ? [] : [`${tuple} > ${marks}`]),
    ...(to === null ? [] : [`${tuple} ${including ? '<=' : '<'} ${marks}`]),
  ]
  const order = table.key.map((name) => `"${name}"${backward ? ' DESC' : ''}`).join(', ')
  const columns = table.columns.map((name) => `"${name}"`).join(', ')
  return `SELECT ${columns} FROM "${table.name}" NOT INDEXED ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''} ORDER BY ${order}`
}

type Indexed = { readonly keys: readonly Key[]; readonly whole: boolean }

/** The keys of all rows, as the indexes of a table have them: from both ends to any damage. */
export function indexedKeys(database: Database, table: SalvagedTable): Indexed {
  const key = table.key.map((name) => `"${name}"`).join(', ')
  const found = table.indexes.map(({ name, columns }): Indexed => {
    const from = `SELECT ${key} FROM "${table.name}" INDEXED BY "${name}"`
    const order = columns.map((column) => `"${column}" DESC`).join(', ')
    const up = keysBy(database, from)
    if (up.whole || columns.length === 0) return up
    return { keys: [...up.keys, ...keysBy(database, `${from} ORDER BY ${order}`).keys], whole: false }
  })
  return { keys: found.flatMap(({ keys }) => keys), whole: found.some(({ whole }) => whole) }
}

function keysBy(database: Database, sql: string): Indexed {
  const keys: Key[] = []
  try {
    for (const key of database.prepare(sql).raw(true).safeIntegers(true).iterate()) keys.push(key as Key)
    return { keys, whole: true }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { keys, whole: false }
  }
}

function ordered(keys: Key[]): readonly Key[] {
  keys.sort(compareKeys)
  return keys.filter((key, at) => at === 0 || compareKeys(keys[at - 1] ?? [], key) !== 0)
}

function numberIn(key: Key | null): bigint | null {
  const [value] = key ?? []
  return typeof value === 'bigint' ? value : null
}

function maximum(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
