import type { Connection } from '../database/connection.ts'

/** The first row at or after a time; one more than the newest where there is none. */
export async function firstSince(
  connection: Connection,
  table: 'messages' | 'deeds',
  column: 'arrived_at' | 'at',
  since: number,
): Promise<{ readonly first: number; readonly newest: number }> {
  const sql = `SELECT coalesce((SELECT min(id) FROM ${table} WHERE ${column} >= ?), n.newest + 1) AS first, n.newest
FROM (SELECT coalesce(max(id), 0) AS newest FROM ${table}) n`
  return (await connection.statement(sql).get(since)) as { first: number; newest: number }
}
