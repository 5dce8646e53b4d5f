import { priorities, rankRange } from '../../src/domain/priority.ts'
import { noUnread, type UnreadCounts } from '../../src/domain/roster.ts'
import type { Connection } from './connection.ts'
import { clockOf } from './mailbox-sql.ts'

/** Enough for a roster, which says `999+` from there on. */
export const mostListed = 999

const lasting = '(expires_at IS NULL OR expires_at > @clock)'

/** Unread mail by priority: each is a range of the clustered key, counted or counted up to `most`. */
export function unreadSql(most: number | null): string {
  const counts = priorities.map((priority) => {
    const { from, to } = rankRange(priority)
    const inRange = `agent_id = @owner AND rank >= ${from} AND rank < ${to} AND ${lasting}`
    const unread = counting(`SELECT 1 FROM deliveries WHERE box = 0 AND ${inRange}`, most)
    const due = counting(
      `SELECT 1 FROM deliveries WHERE box = 6 AND was = 0 AND snoozed_until <= @now AND ${inRange}`,
      most,
    )
    return `${unread} + ${due} AS ${priority}`
  })
  return `SELECT ${counts.join(',\n')}`
}

function counting(select: string, most: number | null): string {
  return most === null
    ? `(${select.replace('SELECT 1', 'SELECT count(*)')})`
    : `(SELECT count(*) FROM (${select} LIMIT ${most}))`
}

export function countUnread(
  connection: Connection,
  owner: number | undefined,
  now: number,
  most: number | null,
): UnreadCounts {
  if (owner === undefined) return noUnread
  const row = connection
    .statement(unreadSql(most))
    .get({ owner, ...clockOf(connection, owner, now) }) as Omit<UnreadCounts, 'total'>
  const capped = (count: number) => (most === null ? count : Math.min(count, most))
  const [urgent, high, normal, low] = [
    capped(row.urgent),
    capped(row.high),
    capped(row.normal),
    capped(row.low),
  ]
  return { urgent, high, normal, low, total: urgent + high + normal + low }
}
