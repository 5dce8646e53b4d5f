import type { Connection } from './connection.ts'
import type { Work } from './work.ts'

export type FirstSince = { readonly first: number; readonly newest: number }
const timeOf = { messages: 'arrived_at', deeds: 'at' } as const
type Table = keyof typeof timeOf

/**
 * SQL: the first row at or after a time; one more than the newest where there is none. Numbers grow with time, so it is found by
 * halving: asked for as such, PostgreSQL walks from the first row of all. Changes that it stores at one time take their numbers and
 * their times in orders that differ, by less than `out_of_order`. Where a clock was set back, changes of that time may lie outside.
 */
export function firstSinceSql(table: Table, since: string): string {
  const column = timeOf[table]
  const newest = newestSql(table)
  const isEarlier = `(SELECT x.${column} FROM ${table} x WHERE x.id >= (low + high) / 2 ORDER BY x.id LIMIT 1) < ${since}`
  return `(WITH RECURSIVE halves(low, high) AS (SELECT CAST(1 AS bigint), ${newest} + 1
  UNION ALL SELECT CASE WHEN ${isEarlier} THEN (low + high) / 2 + 1 ELSE low END, CASE WHEN ${isEarlier} THEN high ELSE (low + high) / 2 END
  FROM halves WHERE low < high)
SELECT coalesce((SELECT x.id FROM ${table} x WHERE x.id >= (SELECT low FROM halves WHERE low = high) - out_of_order AND x.${column} >= ${since}
  ORDER BY x.id LIMIT 1), ${newest} + 1))`
}

const newestSql = (table: string) => `(SELECT coalesce(max(id), 0) FROM ${table})`

/** The same as a look, with the newest row. */
export function* firstSince(connection: Connection, table: Table, since: number): Work<FirstSince> {
  const sql = `SELECT ${firstSinceSql(table, '@since')} AS first, ${newestSql(table)} AS newest`
  const found = yield* connection.row<FirstSince>(sql, { since })
  return found ?? { first: 1, newest: 0 }
}
