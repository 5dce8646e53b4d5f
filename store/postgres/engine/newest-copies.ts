import { idSpan } from '../../../src/domain/priority.ts'
import type { Connection } from '../database/connection.ts'

const orders = 32

/** Copies lie by rank, each order a stretch with growing numbers: the newest of each, then the newest of all. */
const newestSql = `SELECT x.rank & ${idSpan - 1} AS id FROM generate_series(0, ${orders - 1}) o
CROSS JOIN LATERAL (SELECT d.rank FROM deliveries d WHERE d.agent_id = @agent
  AND d.rank >= o.o::bigint * ${idSpan} AND d.rank < o.o::bigint * ${idSpan} + least(@before, ${idSpan}) ORDER BY d.rank DESC LIMIT @most) x
ORDER BY 1 DESC LIMIT @most`
const unreadSql = `SELECT d.rank & ${idSpan - 1} AS id FROM deliveries d
WHERE d.agent_id = @agent AND d.box = 0 AND (d.rank & ${idSpan - 1}) < @before ORDER BY 1 DESC LIMIT @most`

export async function newestCopies(
  connection: Connection,
  agent: number,
  before: number,
  most: number,
  which: 'all' | 'unread',
): Promise<readonly number[]> {
  return (await connection
    .column(which === 'all' ? newestSql : unreadSql)
    .all({ agent, before, most })) as number[]
}
