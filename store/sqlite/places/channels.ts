import type { ChangeWord } from '../../../src/domain/change.ts'
import type { Channel } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { placeAddress } from '../../../src/domain/places.ts'
import type { Author, ChannelStore } from '../../mail-store.ts'
import { pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
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
import { raiseRosterVersion } from '../rows/facts.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'
import { enlist, setRetention, setStatus, strike } from './channel-changes.ts'
import { pinPosts, streamPage } from './streams.ts'

export function openChannels(connection: Connection): ChannelStore {
  return {
    ...openReading(connection),
    async create(channel, at, author) {
      return connection.write(() => {
        const created = createChannel(connection, channel, at)
        note(author, 'create-channel', channel.name)
        return created
      })
    },
    async close(name, author) {
      return change(name, ({ id }) => {
        if (setStatus(connection, id, 'closed')) note(author, 'close-channel', name)
      })
    },
    async reopen(name, author) {
      return change(name, ({ id }) => {
        if (setStatus(connection, id, 'active')) note(author, 'reopen-channel', name)
      })
    },
    async retain(name, retention, at, author) {
      return change(name, (row) => {
        if (setRetention(connection, row, retention, at)) note(author, 'retain-channel', name)
      })
    },
    async remove(name, author) {
      return connection.write(() => {
        const removed = removeChannel(connection, name)
        note(author, 'delete-channel', name)
        return removed
      })
    },
    async subscribe(name, agent, at, author) {
      return change(name, ({ id, status }) => {
        if (status === 'closed')
          throw new MailError('conflict', `The channel ${name} is closed.`, 'It accepts no new posts.')
        if (enlist(connection, id, agent, at)) note(author, 'subscribe', name)
      })
    },
    async unsubscribe(name, agent, author) {
      return change(name, ({ id }) => {
        if (strike(connection, id, agent)) note(author, 'unsubscribe', name)
      })
    },
    async pin(name, messages, pinned, author) {
      return connection.write(() => {
        const posts = pinPosts(connection, requireChannel(connection, name).id, messages, pinned)
        if (posts.changed.length > 0) note(author, pinned ? 'pin-posts' : 'unpin-posts', name)
        return posts
      })
    },
    async prune(name, messages) {
      const channel = requireChannel(connection, name).id
      return connection.write(
        () => takeOut(connection, channel, messages),
        (pruned) => pruned.length > 0,
      )
    },
  }

  function note(author: Author | undefined, what: ChangeWord, name: string): void {
    if (author !== undefined) noteChange(connection, author, what, placeAddress('channel', name))
  }

  function change(name: string, make: (row: ChannelRow) => void): Channel {
    return connection.write(() => {
      make(requireChannel(connection, name))
      raiseRosterVersion(connection)
      return channelOf(connection, requireChannel(connection, name))
    })
  }
}

function openReading(connection: Connection): Pick<ChannelStore, 'find' | 'list' | 'posts' | 'prunable'> {
  return {
    async find(name) {
      const row = findChannelRow(connection, name)
      return row === undefined ? null : channelOf(connection, row)
    },
    async list(page) {
      return connection.read(() => {
        const sql = `SELECT ${channelColumns} FROM channels c WHERE c.name > ? ORDER BY c.name LIMIT ? + 0`
        const found = connection.statement(sql).all(page.after ?? '', page.limit + 1) as ChannelRow[]
        const { rows, next } = pageOf(found, page.limit, ({ name }) => name)
        return { rows: rows.map((row) => channelOf(connection, row)), next }
      })
    },
    async posts(name, reader, now, page) {
      return connection.read(() =>
        streamPage(connection, requireChannel(connection, name).id, reader, now, page),
      )
    },
    async prunable(now) {
      return connection.read(() => prunablePosts(connection, now))
    },
  }
}

function createChannel(
  connection: Connection,
  { name, retainCount, retainHours }: Parameters<ChannelStore['create']>[0],
  at: number,
): Channel {
  if (findChannelRow(connection, name) !== undefined) throw placeTaken('channel', name)
  const sql = "INSERT INTO channels(name, status, retain_count, retain_hours) VALUES(?, 'active', ?, ?)"
  connection.statement(sql).run(name, retainCount, retainHours)
  const row = requireChannel(connection, name)
  const held = 'SELECT message_id FROM postings WHERE selector = ? ORDER BY message_id'
  for (const message of connection.column(held).all(`channel:${name}`) as number[])
    addPost(connection, row, message, at)
  connection.statement('DELETE FROM postings WHERE selector = ?').run(`channel:${name}`)
  pruneChannel(connection, row, at)
  raiseRosterVersion(connection)
  return channelOf(connection, row)
}

function removeChannel(connection: Connection, name: string): Channel {
  const row = requireChannel(connection, name)
  const channel = channelOf(connection, row)
  for (const table of ['posts', 'subscriptions'])
    connection.statement(`DELETE FROM ${table} WHERE channel_id = ?`).run(row.id)
  connection.statement('DELETE FROM channels WHERE id = ?').run(row.id)
  raiseRosterVersion(connection)
  return channel
}

function channelOf(connection: Connection, row: ChannelRow): Channel {
  const posts = connection.column('SELECT count(*) FROM posts WHERE channel_id = ?').get(row.id)
  return {
    name: row.name,
    status: row.status,
    subscribers: subscribersOf(connection, row.id),
    retainCount: row.retain_count,
    retainHours: row.retain_hours,
    posts: Number(posts),
  }
}

function requireChannel(connection: Connection, name: string): ChannelRow {
  const row = findChannelRow(connection, name)
  if (row === undefined) throw noPlace('channel', name)
  return row
}
