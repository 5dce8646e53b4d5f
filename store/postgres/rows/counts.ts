import { noUnread, type UnreadCounts } from '../../../src/domain/roster.ts'
import type { Connection } from '../database/connection.ts'
import { listed } from './agent-rows.ts'

/**
 * Unread mail by owner and priority. What lasts is counted as it comes and goes, by triggers, so that a hundred thousand
 * unread cost what one does; what time makes unread or ends is little, and looked at. A frozen owner's clock stands still.
 */
const unreadOf = (owners: string): string => `WITH o AS MATERIALIZED (
  SELECT j.value AS id, least(@now, coalesce(a.frozen_at, @now)) AS clock FROM ${owners} j LEFT JOIN agents a ON a.id = j.value)
SELECT o.id AS owner, u.priority, u.lasting AS counted FROM o JOIN unread u ON u.agent_id = o.id
UNION ALL SELECT o.id, d.rank >> 51, count(*) FROM o JOIN deliveries d
  ON d.agent_id = o.id AND d.box = 0 AND d.expires_at > o.clock GROUP BY 1, 2
UNION ALL SELECT o.id, d.rank >> 51, count(*) FROM o JOIN deliveries d
  ON d.agent_id = o.id AND d.box = 6 AND d.was = 0 AND d.snoozed_until <= @now AND (d.expires_at IS NULL OR d.expires_at > o.clock)
  GROUP BY 1, 2`
/** The sum for one owner, as an expression. */
export const unreadTotalSql = `(SELECT coalesce(sum(counted), 0) FROM (${unreadOf('(SELECT @owner::bigint AS value)')}) c)`
export const unreadSql = unreadOf('(SELECT @owner::bigint AS value)')
/** Many at once cost a tenth of as many looks: a roster asks for hundreds. */
export const unreadOfManySql = unreadOf('numbers(@owners)')

type Row = { readonly owner: number; readonly priority: number; readonly counted: number }
type Counts = [urgent: number, high: number, normal: number, low: number]

export async function countUnread(
  connection: Connection,
  owner: number | undefined,
  now: number,
): Promise<UnreadCounts> {
  if (owner === undefined) return noUnread
  const rows = (await connection.statement(unreadSql).all({ owner, now })) as readonly Row[]
  return countsOf(added(rows).get(owner))
}

/** The counts of each of them, in their order. */
export async function countUnreadOf(
  connection: Connection,
  owners: readonly (number | undefined)[],
  now: number,
): Promise<readonly UnreadCounts[]> {
  const rows = await connection.statement(unreadOfManySql).all({ owners: JSON.stringify(owners), now })
  const counts = added(rows as readonly Row[])
  return owners.map((owner) => (owner === undefined ? noUnread : countsOf(counts.get(owner))))
}

function added(rows: readonly Row[]): ReadonlyMap<number, Counts> {
  const counts = new Map<number, Counts>()
  for (const { owner, priority, counted } of rows) {
    const known = counts.get(owner) ?? [0, 0, 0, 0]
    known[priority] = (known[priority] ?? 0) + counted
    counts.set(owner, known)
  }
  return counts
}

function countsOf(counts: Counts | undefined): UnreadCounts {
  if (counts === undefined) return noUnread
  const [urgent, high, normal, low] = counts
  return { urgent, high, normal, low, total: urgent + high + normal + low }
}

/** Of all agents together: one look, however many there are. */
const unreadOfAllSql = `SELECT coalesce(sum(counted), 0) FROM (${unreadOf(`(SELECT a.id AS value FROM agents a WHERE ${listed})`)}) c`

export async function countAllUnread(connection: Connection, now: number): Promise<number> {
  const [counted = 0] = (await connection.column(unreadOfAllSql).all({ now })) as number[]
  return counted
}
