import { type ChannelStatus, excessOf, keptSince, type Pruning } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Connection, Tx } from '../connection.ts'
import type { Work } from '../work.ts'

export type ChannelRow = {
  readonly id: number
  readonly name: string
  readonly status: ChannelStatus
  readonly retain_count: number | null
  readonly retain_hours: number | null
}

export const channelColumns = 'c.id, c.name, c.status, c.retain_count, c.retain_hours'

export function findChannelRow(connection: Connection, name: string): Work<ChannelRow | undefined> {
  return connection.row<ChannelRow>(`SELECT ${channelColumns} FROM channels c WHERE c.name = ?`, name)
}

export function* subscribersOf(connection: Connection, channel: number): Work<readonly string[]> {
  const sql =
    'SELECT a.address FROM subscriptions s CROSS JOIN agents a ON a.id = s.agent_id WHERE s.channel_id = ? ORDER BY a.address'
  const agents = yield* connection.cells<string>(sql, channel)
  return [...agents, ...(yield* patternsOf(connection, channel))]
}

/** Subscribers that are resolved for each post. */
export function* patternsOf(connection: Connection, channel: number): Work<readonly string[]> {
  const sql = 'SELECT patterns FROM channels WHERE id = ?'
  const text = yield* connection.cell<string | null>(sql, channel)
  return typeof text === 'string' ? (JSON.parse(text) as string[]) : []
}

/** Answers whether they changed. */
export function* setPatterns(tx: Tx, channel: number, patterns: readonly string[]): Work<boolean> {
  const text = patterns.length === 0 ? null : JSON.stringify([...new Set(patterns)].sort())
  const sql = 'UPDATE channels SET patterns = ? WHERE id = ? AND patterns IS DISTINCT FROM ?'
  return (yield* tx.run(sql, text, channel, text)) > 0
}

/** Puts a message into the streams of channels, and takes out of each what its retention no longer keeps. */
export function* addToChannels(tx: Tx, names: readonly string[], message: number, at: number): Work<void> {
  for (const name of names) {
    const channel = yield* findChannelRow(tx, name)
    if (channel?.status !== 'active')
      throw new MailError(
        channel === undefined ? 'not-found' : 'conflict',
        channel === undefined ? `There is no channel ${name}.` : `The channel ${name} is closed.`,
        'Nothing was sent. List channels with `watchpost channel list`.',
      )
    yield* addPost(tx, channel, message, at)
    yield* pruneChannel(tx, channel, at)
  }
}

export function* addPost(tx: Tx, channel: Pick<ChannelRow, 'id'>, message: number, at: number): Work<void> {
  const sql = 'INSERT INTO posts(channel_id, message_id, posted_at) VALUES(?, ?, ?) ON CONFLICT DO NOTHING'
  yield* tx.run(sql, channel.id, message, at)
}

/** The most posts that one change removes for each limit, so that neither a send nor a new retention takes long. */
export const prunedAtOnce = 100

/** Removes posts from the stream that its retention no longer keeps, the oldest first; answers how many it found. */
export function* pruneChannel(tx: Tx, channel: ChannelRow, now: number): Work<number> {
  const doomed = yield* doomedPosts(tx, channel, now, 'write', prunedAtOnce)
  yield* takeOut(tx, channel.id, doomed)
  // Another one may have taken some of them out meanwhile: there may be more all the same.
  return doomed.length
}

/** The domain's rule, asked with counts alone, so that a post costs the same however long the stream is. */
export function* doomedPosts(
  connection: Connection,
  { id, retain_count: retainCount, retain_hours: retainHours }: ChannelRow,
  now: number,
  when: Pruning,
  most = 1e9,
): Work<readonly number[]> {
  const retention = { retainCount, retainHours }
  const loose = 'FROM posts WHERE channel_id = ? AND pinned = 0'
  const count =
    retainCount === null ? 0 : Number(yield* connection.cell<number>(`SELECT count(*) ${loose}`, id))
  const excess = Math.min(most, excessOf(retention, count, when))
  const oldest = (where: string, ...values: readonly number[]): Work<readonly number[]> =>
    connection.cells<number>(`SELECT message_id ${loose}${where} ORDER BY message_id LIMIT ?`, id, ...values)
  const many = excess === 0 ? [] : yield* oldest('', excess)
  const since = keptSince(retention, now)
  const old = since === null ? [] : yield* oldest(' AND posted_at < ?', since, most)
  return [...new Set([...many, ...old])]
}

/** Answers those that were still there, and not pinned. */
export function* takeOut(tx: Tx, channel: number, messages: readonly number[]): Work<readonly number[]> {
  if (messages.length === 0) return []
  const sql =
    'DELETE FROM posts WHERE channel_id = ? AND pinned = 0 AND message_id IN (SELECT value FROM numbers(?)) RETURNING message_id'
  return yield* tx.cells<number>(sql, channel, JSON.stringify(messages))
}
