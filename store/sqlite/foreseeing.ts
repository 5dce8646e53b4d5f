import { excessOf, keptSince } from '../../src/domain/channel.ts'
import { boxes } from '../../src/domain/delivery.ts'
import type { Foreseen } from '../upkeep-store.ts'
import type { Connection } from './connection.ts'
import { dueSql } from './expiring.ts'
import type { TextIndex } from './text-index.ts'

const most = 1000
const processing = boxes.indexOf('processing')

/** What a patrol would find to do, counted without doing it. */
export function foresee(connection: Connection, index: TextIndex, now: number): Foreseen {
  const count = (sql: string) => Number(connection.column(sql).get({ now, most }))
  return connection.read(() => ({
    expired: count(`SELECT count(*) FROM (${dueSql})`),
    claims: count(
      `SELECT count(*) + 0 * @most FROM queues q CROSS JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing} WHERE d.held_until IS NULL OR d.held_until <= @now`,
    ),
    posts: postsToPrune(connection, now),
    unindexed: index.behind(),
  }))
}

type ChannelRow = {
  readonly id: number
  readonly retain_count: number | null
  readonly retain_hours: number | null
}

function postsToPrune(connection: Connection, now: number): number {
  const channels = connection
    .statement('SELECT id, retain_count, retain_hours FROM channels')
    .all() as ChannelRow[]
  const loose = connection.column('SELECT count(*) FROM posts WHERE channel_id = ? AND pinned = 0')
  const old = connection.column(
    'SELECT count(*) FROM posts WHERE channel_id = ? AND pinned = 0 AND posted_at < ?',
  )
  let posts = 0
  for (const { id, retain_count, retain_hours } of channels) {
    const retention = { retainCount: retain_count, retainHours: retain_hours }
    const excess = excessOf(retention, Number(loose.get(id)), 'patrol')
    const since = keptSince(retention, now)
    posts += Math.max(excess, since === null ? 0 : Number(old.get(id, since)))
  }
  return posts
}
