import { type ChannelStatus, excessOf, keptSince, type Pruning } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'

export type ChannelRow = {
  readonly id: number
  readonly name: string
  readonly status: ChannelStatus
  readonly retain_count: number | null
  readonly retain_hours: number | null
}

export const channelColumns = 'c.id, c.name, c.status, c.retain_count, c.retain_hours'

export async function findChannelRow(connection: Connection, name: string): Promise<ChannelRow | undefined> {
  const sql = `SELECT ${channelColumns} FROM channels c WHERE c.name = ?`
  return (await connection.statement(sql).get(name)) as ChannelRow | undefined
}

export async function subscribersOf(connection: Connection, channel: number): Promise<readonly string[]> {
  const sql =
    'SELECT a.address FROM subscriptions s JOIN agents a ON a.id = s.agent_id WHERE s.channel_id = ? ORDER BY a.address'
  return [
    ...((await connection.column(sql).all(channel)) as string[]),
    ...(await patternsOf(connection, channel)),
  ]
}

/** Subscribers that stand for whoever they mean when a post comes. */
export async function patternsOf(connection: Connection, channel: number): Promise<readonly string[]> {
  const text = await connection.column('SELECT patterns FROM channels WHERE id = ?').get(channel)
  return typeof text === 'string' ? (JSON.parse(text) as string[]) : []
}

/** Answers whether they changed. */
export async function setPatterns(
  connection: Connection,
  channel: number,
  patterns: readonly string[],
): Promise<boolean> {
  const text = patterns.length === 0 ? null : JSON.stringify([...new Set(patterns)].sort())
  const sql = 'UPDATE channels SET patterns = ? WHERE id = ? AND patterns IS DISTINCT FROM ?'
  return (await connection.statement(sql).run(text, channel, text)).changes > 0
}

/** Puts a message into the streams of channels, and takes out of each what its retention no longer keeps. */
export async function addToChannels(
  connection: Connection,
  names: readonly string[],
  message: number,
  at: number,
): Promise<void> {
  for (const name of names) {
    const channel = await findChannelRow(connection, name)
    if (channel?.status !== 'active')
      throw new MailError(
        channel === undefined ? 'not-found' : 'conflict',
        channel === undefined ? `There is no channel ${name}.` : `The channel ${name} is closed.`,
        'Nothing was sent. List channels with `watchpost channel list`.',
      )
    await addPost(connection, channel, message, at)
    await pruneChannel(connection, channel, at)
  }
}

export async function addPost(
  connection: Connection,
  channel: Pick<ChannelRow, 'id'>,
  message: number,
  at: number,
): Promise<void> {
  const sql = 'INSERT INTO posts(channel_id, message_id, posted_at) VALUES(?, ?, ?) ON CONFLICT DO NOTHING'
  await connection.statement(sql).run(channel.id, message, at)
}

/** What its retention no longer keeps after a post leaves the stream. */
export async function pruneChannel(connection: Connection, channel: ChannelRow, now: number): Promise<void> {
  await takeOut(connection, channel.id, await doomedPosts(connection, channel, now, 'write'))
}

/** By channel, what a patrol would take out: pinned posts are neither counted nor taken. */
export async function prunablePosts(connection: Connection, now: number) {
  const rows = (await connection
    .statement(`SELECT ${channelColumns} FROM channels c ORDER BY c.name`)
    .all()) as ChannelRow[]
  return (
    await mapped(rows, async (row) => ({
      channel: row.name,
      messages: await doomedPosts(connection, row, now, 'patrol'),
    }))
  ).filter(({ messages }) => messages.length > 0)
}

/** The domain's rule, asked with counts alone, so that a post costs the same however long the stream is. */
async function doomedPosts(
  connection: Connection,
  { id, retain_count: retainCount, retain_hours: retainHours }: ChannelRow,
  now: number,
  when: Pruning,
): Promise<readonly number[]> {
  const retention = { retainCount, retainHours }
  const loose = 'FROM posts WHERE channel_id = ? AND pinned = 0'
  const count = retainCount === null ? 0 : Number(await connection.column(`SELECT count(*) ${loose}`).get(id))
  const excess = excessOf(retention, count, when)
  const beyond = `SELECT message_id ${loose} ORDER BY message_id LIMIT ?`
  const many = excess === 0 ? [] : ((await connection.column(beyond).all(id, excess)) as number[])
  const since = keptSince(retention, now)
  const older = `SELECT message_id ${loose} AND posted_at < ? ORDER BY message_id`
  const old = since === null ? [] : ((await connection.column(older).all(id, since)) as number[])
  return [...new Set([...many, ...old])]
}

/** Answers those that were still there, and not pinned. */
export async function takeOut(
  connection: Connection,
  channel: number,
  messages: readonly number[],
): Promise<readonly number[]> {
  if (messages.length === 0) return []
  const sql =
    'DELETE FROM posts WHERE channel_id = ? AND pinned = 0 AND message_id IN (SELECT value FROM numbers(?)) RETURNING message_id'
  return (await connection.column(sql).all(channel, JSON.stringify(messages))) as number[]
}
