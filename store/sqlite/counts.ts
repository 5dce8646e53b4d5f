import { noUnread, type UnreadCounts } from '../../src/domain/roster.ts'
import { clockOf } from './clock.ts'
import type { Connection } from './connection.ts'

/**
 * Unread mail by priority. What lasts is counted as it comes and goes, by triggers, so that a hundred thousand unread
 * cost what one does; what time makes unread or ends is little, and looked at.
 */
export const unreadSql = `SELECT priority, sum(counted) AS counted FROM (
SELECT priority, lasting AS counted FROM unread WHERE agent_id = @owner
UNION ALL SELECT rank >> 51, count(*) FROM deliveries WHERE agent_id = @owner AND box = 0 AND expires_at > @clock GROUP BY 1
UNION ALL SELECT rank >> 51, count(*) FROM deliveries
  WHERE agent_id = @owner AND box = 6 AND was = 0 AND snoozed_until <= @now AND (expires_at IS NULL OR expires_at > @clock) GROUP BY 1
) GROUP BY priority`

type Row = { readonly priority: number; readonly counted: number }

export function countUnread(connection: Connection, owner: number | undefined, now: number): UnreadCounts {
  if (owner === undefined) return noUnread
  const rows = connection
    .statement(unreadSql)
    .all({ owner, ...clockOf(connection, owner, now) }) as readonly Row[]
  const of = (at: number): number => rows.find(({ priority }) => priority === at)?.counted ?? 0
  const [urgent, high, normal, low] = [of(0), of(1), of(2), of(3)]
  return { urgent, high, normal, low, total: urgent + high + normal + low }
}
