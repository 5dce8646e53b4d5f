import type { ChangeWord } from '../../../src/domain/change.ts'
import type { Channel } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { placeAddress } from '../../../src/domain/places.ts'
import type { Author, ChannelStore } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { pageOf } from '../cursors.ts'
import { changeRoster, raiseRosterVersion } from '../facts.ts'
import {
  addPost,
  type ChannelRow,
  channelColumns,
  doomedPosts,
  findChannelRow,
  pruneChannel,
  prunedAtOnce,
  subscribersOf,
  takeOut,
} from '../rows/channel-rows.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { mapped, type Work, type Working } from '../work.ts'
import { enlist, setRetention, setStatus, strike } from './channel-changes.ts'
import { withMakers } from './makers.ts'
import { pinPosts, streamPage } from './streams.ts'

export function openChannels(connection: Connection): Working<ChannelStore> {
  return {
    ...openReading(connection),
    create: (channel, at, author) =>
      changeRoster(connection, function* (tx) {
        const created = yield* createChannel(tx, channel, at)
        yield* journal(tx, author, 'create-channel', channel.name)
        return created
      }),
    close: (name, author) =>
      changeChannel(connection, name, function* (tx, { id }) {
        if (yield* setStatus(tx, id, 'closed')) yield* journal(tx, author, 'close-channel', name)
      }),
    reopen: (name, author) =>
      changeChannel(connection, name, function* (tx, { id }) {
        if (yield* setStatus(tx, id, 'active')) yield* journal(tx, author, 'reopen-channel', name)
      }),
    *retain(name, retention, at, author) {
      const channel = yield* changeChannel(connection, name, function* (tx, row) {
        if (yield* setRetention(tx, row, retention)) yield* journal(tx, author, 'retain-channel', name)
      })
      return (yield* pruneAll(connection, name, at)) ? yield* foundChannel(connection, name) : channel
    },
    remove: (name, author) =>
      changeRoster(connection, function* (tx) {
        const removed = yield* removeChannel(tx, name)
        yield* journal(tx, author, 'delete-channel', name)
        return removed
      }),
    subscribe: (name, agent, at, author) =>
      changeChannel(connection, name, function* (tx, { id, status }) {
        if (status === 'closed')
          throw new MailError('conflict', `The channel ${name} is closed.`, 'It accepts no new posts.')
        if (yield* enlist(tx, id, agent, at)) yield* journal(tx, author, 'subscribe', name)
      }),
    unsubscribe: (name, agent, author) =>
      changeChannel(connection, name, function* (tx, { id }) {
        if (yield* strike(tx, id, agent)) yield* journal(tx, author, 'unsubscribe', name)
      }),
    pin: (name, messages, pinned, author) =>
      changeRoster(connection, function* (tx) {
        const { id } = yield* requireChannel(tx, name)
        const posts = yield* pinPosts(tx, id, messages, pinned)
        if (posts.changed.length > 0) yield* journal(tx, author, pinned ? 'pin-posts' : 'unpin-posts', name)
        return posts
      }),
    *prune(name, messages) {
      const { id } = yield* requireChannel(connection, name)
      return yield* changeRoster(
        connection,
        (tx) => takeOut(tx, id, messages),
        (pruned) => pruned.length > 0,
      )
    },
  }
}

/** Batch by batch, each a change of its own. Answers whether any post left. */
function* pruneAll(connection: Connection, name: string, at: number): Work<boolean> {
  for (let any = false; ; any = true) {
    const pruned = yield* changeRoster(
      connection,
      function* (tx) {
        return yield* pruneChannel(tx, yield* requireChannel(tx, name), at)
      },
      (count) => count > 0,
    )
    if (pruned < prunedAtOnce) return any || pruned > 0
  }
}

function* foundChannel(connection: Connection, name: string): Work<Channel> {
  return yield* channelOf(connection, yield* requireChannel(connection, name))
}

function* journal(tx: Tx, author: Author | undefined, what: ChangeWord, name: string): Work<void> {
  if (author !== undefined) yield* tx.engine.noteChange(tx, author, what, placeAddress('channel', name))
}

function changeChannel(
  connection: Connection,
  name: string,
  make: (tx: Tx, row: ChannelRow) => Work<void>,
): Work<Channel> {
  return changeRoster(connection, function* (tx) {
    yield* make(tx, yield* requireChannel(tx, name))
    yield* raiseRosterVersion(tx)
    return yield* channelOf(tx, yield* requireChannel(tx, name))
  })
}

function openReading(
  connection: Connection,
): Working<Pick<ChannelStore, 'find' | 'list' | 'posts' | 'prunable'>> {
  return {
    *find(name) {
      const row = yield* findChannelRow(connection, name)
      return row === undefined ? null : yield* channelOf(connection, row)
    },
    list: (page) =>
      connection.read(function* (at) {
        const sql = `SELECT ${channelColumns} FROM channels c WHERE c.name > ? ORDER BY c.name LIMIT ?`
        const found = yield* at.rows<ChannelRow>(sql, page.after ?? '', page.limit + 1)
        const { rows, next } = pageOf(found, page.limit, ({ name }) => name)
        const channels = yield* sideBySide(at, rows, (each, row) => channelOf(each, row))
        return { rows: page.makers === true ? yield* withMakers(at, 'channel', channels) : channels, next }
      }),
    posts: (name, reader, now, page) =>
      connection.read(function* (at) {
        const { id } = yield* requireChannel(at, name)
        return yield* streamPage(at, id, reader, now, page)
      }),
    prunable: (now) => connection.read((at) => prunablePosts(at, now)),
  }
}

function* createChannel(
  tx: Tx,
  { name, retainCount, retainHours }: Parameters<ChannelStore['create']>[0],
  at: number,
): Work<Channel> {
  if ((yield* findChannelRow(tx, name)) !== undefined) throw placeTaken('channel', name)
  const sql = "INSERT INTO channels(name, status, retain_count, retain_hours) VALUES(?, 'active', ?, ?)"
  yield* tx.run(sql, name, retainCount, retainHours)
  const row = yield* requireChannel(tx, name)
  const held = 'SELECT message_id FROM postings WHERE selector = ? ORDER BY message_id'
  for (const message of yield* tx.cells<number>(held, `channel:${name}`)) yield* addPost(tx, row, message, at)
  yield* tx.run('DELETE FROM postings WHERE selector = ?', `channel:${name}`)
  yield* pruneChannel(tx, row, at)
  yield* raiseRosterVersion(tx)
  return yield* channelOf(tx, row)
}

function* removeChannel(tx: Tx, name: string): Work<Channel> {
  const row = yield* requireChannel(tx, name)
  const channel = yield* channelOf(tx, row)
  for (const table of ['posts', 'subscriptions'])
    yield* tx.run(`DELETE FROM ${table} WHERE channel_id = ?`, row.id)
  yield* tx.run('DELETE FROM channels WHERE id = ?', row.id)
  yield* raiseRosterVersion(tx)
  return channel
}

function* channelOf(connection: Connection, row: ChannelRow): Work<Channel> {
  const posts = yield* connection.cell<number>('SELECT count(*) FROM posts WHERE channel_id = ?', row.id)
  return {
    name: row.name,
    status: row.status,
    subscribers: yield* subscribersOf(connection, row.id),
    retainCount: row.retain_count,
    retainHours: row.retain_hours,
    posts: Number(posts),
  }
}

function* requireChannel(connection: Connection, name: string): Work<ChannelRow> {
  const row = yield* findChannelRow(connection, name)
  if (row === undefined) throw noPlace('channel', name)
  return row
}

type Prunable = { readonly channel: string; readonly messages: readonly number[] }

/** By channel, what a patrol would take out: pinned posts are neither counted nor taken. */
function* prunablePosts(connection: Connection, now: number): Work<readonly Prunable[]> {
  const sql = `SELECT ${channelColumns} FROM channels c ORDER BY c.name`
  const found = yield* mapped(yield* connection.rows<ChannelRow>(sql), function* (row) {
    return { channel: row.name, messages: yield* doomedPosts(connection, row, now, 'patrol') }
  })
  return found.filter(({ messages }) => messages.length > 0)
}
