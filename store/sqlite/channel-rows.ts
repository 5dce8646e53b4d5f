import { type ChannelStatus, excessOf, keptSince, type Pruning } from '../../src/domain/channel.ts'
import { MailError } from '../../src/domain/errors.ts'
import type { Connection } from './connection.ts'

export type ChannelRow = {
  readonly id: number
  readonly name: string
  readonly status: ChannelStatus
  readonly retain_count: number | null
  readonly retain_hours: number | null
}

export const channelColumns = 'c.id, c.name, c.status, c.retain_count, c.retain_hours'

export function findChannelRow(connection: Connection, name: string): ChannelRow | undefined {
  const sql = `SELECT ${channelColumns} FROM channels c WHERE c.name = ?`
  return connection.statement(sql).get(name) as ChannelRow | undefined
}

export function subscribersOf(connection: Connection, channel: number): readonly string[] {
  const sql =
    'SELECT a.address FROM subscriptions s CROSS JOIN agents a ON a.id = s.agent_id WHERE s.channel_id = ? ORDER BY a.address'
  return connection.column(sql).all(channel) as string[]
}

/** Puts a message into the streams of channels, and takes out of each what its retention no longer keeps. */
export function addToChannels(
  connection: Connection,
  names: readonly string[],
  message: number,
  at: number,
): void {
  for (const name of names) {
    const channel = findChannelRow(connection, name)
    if (channel?.status !== 'active')
      throw new MailError(
        channel === undefined ? 'not-found' : 'conflict',
        channel === undefined ? `There is no channel ${name}.` : `The channel ${name} is closed.`,
        'Nothing was sent. List channels with `watchpost channel list`.',
      )
    addPost(connection, channel, message, at)
    pruneChannel(connection, channel, at, 'write')
  }
}

export function addPost(
  connection: Connection,
  channel: Pick<ChannelRow, 'id'>,
  message: number,
  at: number,
): void {
  const sql = 'INSERT OR IGNORE INTO posts(channel_id, message_id, posted_at) VALUES(?, ?, ?)'
  connection.statement(sql).run(channel.id, message, at)
}

/** The domain's rule, asked with counts alone, so that a post costs the same however long the stream is. */
export function pruneChannel(
  connection: Connection,
  channel: ChannelRow,
  now: number,
  when: Pruning,
): number {
  const retention = { retainCount: channel.retain_count, retainHours: channel.retain_hours }
  const loose = 'channel_id = ? AND pinned = 0'
  const since = keptSince(retention, now)
  let pruned = 0
  if (retention.retainCount !== null) {
    const count = `SELECT count(*) FROM posts WHERE ${loose}`
    const excess = excessOf(retention, Number(connection.column(count).get(channel.id)), when)
    const oldest = `SELECT message_id FROM posts WHERE ${loose} ORDER BY message_id LIMIT ? + 0`
    const sql = `DELETE FROM posts WHERE channel_id = ? AND message_id IN (${oldest})`
    if (excess > 0) pruned += connection.statement(sql).run(channel.id, channel.id, excess).changes
  }
  if (since !== null) {
    const sql = `DELETE FROM posts WHERE ${loose} AND posted_at < ?`
    pruned += connection.statement(sql).run(channel.id, since).changes
  }
  return pruned
}
