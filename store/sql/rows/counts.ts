import { noUnread, type UnreadCounts } from '../../../src/domain/roster.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { listed } from './agent-rows.ts'

/** Dead and expired copies that owe an answer, in the words of the partial indexes, which serve no others. */
export const lapsed = 'd.owes = 1 AND d.box IN (7, 8) AND d.was IS DISTINCT FROM 4'

/**
 * Unread mail by owner and priority. Triggers count lasting mail as it comes and goes, so that a hundred thousand
 * unread cost as much as one. Mail that time makes unread or ends is little, and is read. A frozen owner's clock stops.
 */
const unreadOf = (owners: string): string => `WITH o AS MATERIALIZED (
  SELECT j.value AS id, least(@now, coalesce(a.frozen_at, @now)) AS clock FROM ${owners} j LEFT JOIN agents a ON a.id = j.value)
SELECT o.id AS owner, u.priority, u.lasting AS counted FROM o CROSS JOIN lasting_unread u ON u.agent_id = o.id
UNION ALL SELECT o.id, d.rank >> 51, count(*) FROM o CROSS JOIN deliveries d
  ON d.agent_id = o.id AND d.box = 0 AND d.expires_at > o.clock GROUP BY 1, 2
UNION ALL SELECT o.id, d.rank >> 51, count(*) FROM o CROSS JOIN deliveries d
  ON d.agent_id = o.id AND d.box = 6 AND d.was = 0 AND d.snoozed_until <= @now AND (d.expires_at IS NULL OR d.expires_at > o.clock)
  GROUP BY 1, 2`
/** The sum for one owner, as an expression. */
export const unreadTotalSql = `(SELECT coalesce(sum(counted), 0) FROM (${unreadOf('(SELECT CAST(@owner AS bigint) AS value)')}) c)`
export const unreadSql = unreadOf('(SELECT CAST(@owner AS bigint) AS value)')
/** Many at once cost a tenth of as many looks: a roster asks for hundreds. */
export const unreadOfManySql = unreadOf('numbers(@owners)')

type Row = { readonly owner: number; readonly priority: number; readonly counted: number }
type Counts = [urgent: number, high: number, normal: number, low: number]

export function* countUnread(
  connection: Connection,
  owner: number | undefined,
  now: number,
): Work<UnreadCounts> {
  if (owner === undefined) return noUnread
  return countsOf(added(yield* connection.rows<Row>(unreadSql, { owner, now })).get(owner))
}

/** The counts of each of them, in their order. */
export function* countUnreadOf(
  connection: Connection,
  owners: readonly (number | undefined)[],
  now: number,
): Work<readonly UnreadCounts[]> {
  const rows = yield* connection.rows<Row>(unreadOfManySql, { owners: JSON.stringify(owners), now })
  const counts = added(rows)
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

export function* countAllUnread(connection: Connection, now: number): Work<number> {
  return (yield* connection.cell<number>(unreadOfAllSql, { now })) ?? 0
}
