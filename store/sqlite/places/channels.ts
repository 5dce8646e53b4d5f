import type { Channel } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { ChannelStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { pageOf } from '../database/cursors.ts'
import { raiseRosterVersion } from '../database/facts.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
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
import { noPlace, placeTaken } from '../rows/place-rows.ts'
import { pinPosts, streamPage } from './streams.ts'

export function openChannels(connection: Connection): ChannelStore {
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
    async create(channel, at) {
      return connection.write(() => createChannel(connection, channel, at))
    },
    async close(name) {
      return change(name, ({ id }) =>
        connection.statement("UPDATE channels SET status = 'closed' WHERE id = ?").run(id),
      )
    },
    async remove(name) {
      return connection.write(() => removeChannel(connection, name))
    },
    async subscribe(name, agent, at) {
      return change(name, ({ id, status }) => {
        if (status === 'closed')
          throw new MailError('conflict', `The channel ${name} is closed.`, 'It accepts no new posts.')
        const sql = 'INSERT OR IGNORE INTO subscriptions(channel_id, agent_id, since) VALUES(?, ?, ?)'
        connection.statement(sql).run(id, requireAgentId(connection, agent), at)
      })
    },
    async unsubscribe(name, agent) {
      return change(name, ({ id }) => {
        const sql = 'DELETE FROM subscriptions WHERE channel_id = ? AND agent_id = ?'
        connection.statement(sql).run(id, requireAgentId(connection, agent))
      })
    },
    async posts(name, reader, now, page) {
      return connection.read(() =>
        streamPage(connection, requireChannel(connection, name).id, reader, now, page),
      )
    },
    async pin(name, messages, pinned) {
      return connection.write(() =>
        pinPosts(connection, requireChannel(connection, name).id, messages, pinned),
      )
    },
    async prunable(now) {
      return connection.read(() => prunablePosts(connection, now))
    },
    async prune(name, messages) {
      const channel = requireChannel(connection, name).id
      return connection.write(
        () => takeOut(connection, channel, messages),
        (pruned) => pruned.length > 0,
      )
    },
  }

  function change(name: string, deed: (row: ChannelRow) => void): Channel {
    return connection.write(() => {
      deed(requireChannel(connection, name))
      raiseRosterVersion(connection)
      return channelOf(connection, requireChannel(connection, name))
    })
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

function requireAgentId(connection: Connection, address: string): number {
  const row = findAgentRow(connection, address)
  if (row !== undefined) return row.id
  throw new MailError(
    'not-found',
    `There is no agent ${address}.`,
    'List the roster with `watchpost agents`.',
  )
}
