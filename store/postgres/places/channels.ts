import type { ChangeWord } from '../../../src/domain/change.ts'
import type { Channel } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { placeAddress } from '../../../src/domain/places.ts'
import type { Author, ChannelStore } from '../../mail-store.ts'
import { pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { noteChange } from '../rows/changes.ts'
import {
  addPost,
  type ChannelRow,
  channelColumns,
  findChannelRow,
  prunablePosts,
  pruneChannel,
  subscribersOf,
  takeOut,
} from '../rows/channel-rows.ts'
import { changeRoster, raiseRosterVersion } from '../rows/facts.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'
import { enlist, setRetention, setStatus, strike } from './channel-changes.ts'
import { pinPosts, streamPage } from './streams.ts'

export function openChannels(connection: Connection): ChannelStore {
  return {
    ...openReading(connection),
    async create(channel, at, author) {
      return changeRoster(connection, async () => {
        const created = await createChannel(connection, channel, at)
        await note(author, 'create-channel', channel.name)
        return created
      })
    },
    async close(name, author) {
      return change(name, async ({ id }) => {
        if (await setStatus(connection, id, 'closed')) await note(author, 'close-channel', name)
      })
    },
    async reopen(name, author) {
      return change(name, async ({ id }) => {
        if (await setStatus(connection, id, 'active')) await note(author, 'reopen-channel', name)
      })
    },
    async retain(name, retention, at, author) {
      return change(name, async (row) => {
        if (await setRetention(connection, row, retention, at)) await note(author, 'retain-channel', name)
      })
    },
    async remove(name, author) {
      return changeRoster(connection, async () => {
        const removed = await removeChannel(connection, name)
        await note(author, 'delete-channel', name)
        return removed
      })
    },
    async subscribe(name, agent, at, author) {
      return change(name, async ({ id, status }) => {
        if (status === 'closed')
          throw new MailError('conflict', `The channel ${name} is closed.`, 'It accepts no new posts.')
        if (await enlist(connection, id, agent, at)) await note(author, 'subscribe', name)
      })
    },
    async unsubscribe(name, agent, author) {
      return change(name, async ({ id }) => {
        if (await strike(connection, id, agent)) await note(author, 'unsubscribe', name)
      })
    },
    async pin(name, messages, pinned, author) {
      return changeRoster(connection, async () => {
        const posts = await pinPosts(
          connection,
          (await requireChannel(connection, name)).id,
          messages,
          pinned,
        )
        if (posts.changed.length > 0) await note(author, pinned ? 'pin-posts' : 'unpin-posts', name)
        return posts
      })
    },
    async prune(name, messages) {
      const channel = (await requireChannel(connection, name)).id
      return changeRoster(
        connection,
        async () => takeOut(connection, channel, messages),
        (pruned) => pruned.length > 0,
      )
    },
  }

  async function note(author: Author | undefined, what: ChangeWord, name: string): Promise<void> {
    if (author !== undefined) await noteChange(connection, author, what, placeAddress('channel', name))
  }

  async function change(name: string, make: (row: ChannelRow) => Promise<void>): Promise<Channel> {
    return changeRoster(connection, async () => {
      await make(await requireChannel(connection, name))
      await raiseRosterVersion(connection)
      return channelOf(connection, await requireChannel(connection, name))
    })
  }
}

function openReading(connection: Connection): Pick<ChannelStore, 'find' | 'list' | 'posts' | 'prunable'> {
  return {
    async find(name) {
      const row = await findChannelRow(connection, name)
      return row === undefined ? null : await channelOf(connection, row)
    },
    async list(page) {
      return connection.read(async () => {
        const sql = `SELECT ${channelColumns} FROM channels c WHERE c.name > ? ORDER BY c.name LIMIT ?`
        const found = (await connection.statement(sql).all(page.after ?? '', page.limit + 1)) as ChannelRow[]
        const { rows, next } = pageOf(found, page.limit, ({ name }) => name)
        return { rows: await mapped(rows, async (row) => channelOf(connection, row)), next }
      })
    },
    async posts(name, reader, now, page) {
      return connection.read(async () =>
        streamPage(connection, (await requireChannel(connection, name)).id, reader, now, page),
      )
    },
    async prunable(now) {
      return connection.read(async () => prunablePosts(connection, now))
    },
  }
}

async function createChannel(
  connection: Connection,
  { name, retainCount, retainHours }: Parameters<ChannelStore['create']>[0],
  at: number,
): Promise<Channel> {
  if ((await findChannelRow(connection, name)) !== undefined) throw placeTaken('channel', name)
  const sql = "INSERT INTO channels(name, status, retain_count, retain_hours) VALUES(?, 'active', ?, ?)"
  await connection.statement(sql).run(name, retainCount, retainHours)
  const row = await requireChannel(connection, name)
  const held = 'SELECT message_id FROM postings WHERE selector = ? ORDER BY message_id'
  for (const message of (await connection.column(held).all(`channel:${name}`)) as number[])
    await addPost(connection, row, message, at)
  await connection.statement('DELETE FROM postings WHERE selector = ?').run(`channel:${name}`)
  await pruneChannel(connection, row, at)
  await raiseRosterVersion(connection)
  return channelOf(connection, row)
}

async function removeChannel(connection: Connection, name: string): Promise<Channel> {
  const row = await requireChannel(connection, name)
  const channel = await channelOf(connection, row)
  for (const table of ['posts', 'subscriptions'])
    await connection.statement(`DELETE FROM ${table} WHERE channel_id = ?`).run(row.id)
  await connection.statement('DELETE FROM channels WHERE id = ?').run(row.id)
  await raiseRosterVersion(connection)
  return channel
}

async function channelOf(connection: Connection, row: ChannelRow): Promise<Channel> {
  const posts = await connection.column('SELECT count(*) FROM posts WHERE channel_id = ?').get(row.id)
  return {
    name: row.name,
    status: row.status,
    subscribers: await subscribersOf(connection, row.id),
    retainCount: row.retain_count,
    retainHours: row.retain_hours,
    posts: Number(posts),
  }
}

async function requireChannel(connection: Connection, name: string): Promise<ChannelRow> {
  const row = await findChannelRow(connection, name)
  if (row === undefined) throw noPlace('channel', name)
  return row
}
