import type { Connection } from '../database/connection.ts'

/** Numbers grow with time, so the first row at or after a time is found by halving. */
export function firstSince(
  connection: Connection,
  table: 'messages' | 'deeds',
  column: 'arrived_at' | 'at',
  since: number,
): { readonly first: number; readonly newest: number } {
  const newest = Number(connection.column(`SELECT max(id) FROM ${table}`).get() ?? 0)
  const timeAt = connection.column(`SELECT ${column} FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`)
  let [low, high] = [1, newest + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (Number(timeAt.get(middle) ?? Number.POSITIVE_INFINITY) < since) low = middle + 1
    else high = middle
  }
  return { first: low, newest }
}
