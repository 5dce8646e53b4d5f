import { type ChannelStatus, excessOf, keptSince, type Pruning } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Connection } from '../database/connection.ts'

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
  return [...(connection.column(sql).all(channel) as string[]), ...patternsOf(connection, channel)]
}

/** Subscribers that are resolved for each post. */
export function patternsOf(connection: Connection, channel: number): readonly string[] {
  const text = connection.column('SELECT patterns FROM channels WHERE id = ?').get(channel)
  return typeof text === 'string' ? (JSON.parse(text) as string[]) : []
}

/** Answers whether they changed. */
export function setPatterns(connection: Connection, channel: number, patterns: readonly string[]): boolean {
  const text = patterns.length === 0 ? null : JSON.stringify([...new Set(patterns)].sort())
  const sql = 'UPDATE channels SET patterns = ? WHERE id = ? AND patterns IS NOT ?'
  return connection.statement(sql).run(text, channel, text).changes > 0
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
    pruneChannel(connection, channel, at)
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

/** Removes posts from the stream that its retention no longer keeps after a new post. */
export function pruneChannel(connection: Connection, channel: ChannelRow, now: number): void {
  takeOut(connection, channel.id, doomedPosts(connection, channel, now, 'write'))
}

/** By channel, what a patrol would take out: pinned posts are neither counted nor taken. */
export function prunablePosts(connection: Connection, now: number) {
  const rows = connection
    .statement(`SELECT ${channelColumns} FROM channels c ORDER BY c.name`)
    .all() as ChannelRow[]
  return rows
    .map((row) => ({ channel: row.name, messages: doomedPosts(connection, row, now, 'patrol') }))
    .filter(({ messages }) => messages.length > 0)
}

/** The domain's rule, asked with counts alone, so that a post costs the same however long the stream is. */
function doomedPosts(
  connection: Connection,
  { id, retain_count: retainCount, retain_hours: retainHours }: ChannelRow,
  now: number,
  when: Pruning,
): readonly number[] {
  const retention = { retainCount, retainHours }
  const loose = 'FROM posts WHERE channel_id = ? AND pinned = 0'
  const count = retainCount === null ? 0 : Number(connection.column(`SELECT count(*) ${loose}`).get(id))
  const excess = excessOf(retention, count, when)
  const beyond = `SELECT message_id ${loose} ORDER BY message_id LIMIT ? + 0`
  const many = excess === 0 ? [] : (connection.column(beyond).all(id, excess) as number[])
  const since = keptSince(retention, now)
  const older = `SELECT message_id ${loose} AND posted_at < ? ORDER BY message_id`
  const old = since === null ? [] : (connection.column(older).all(id, since) as number[])
  return [...new Set([...many, ...old])]
}

/** Answers those that were still there, and not pinned. */
export function takeOut(
  connection: Connection,
  channel: number,
  messages: readonly number[],
): readonly number[] {
  if (messages.length === 0) return []
  const sql =
    'DELETE FROM posts WHERE channel_id = ? AND pinned = 0 AND message_id IN (SELECT value FROM json_each(?)) RETURNING message_id'
  return connection.column(sql).all(channel, JSON.stringify(messages)) as number[]
}
