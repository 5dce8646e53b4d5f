import { boxes } from '../../../src/domain/delivery.ts'
import { tagKinds } from '../../../src/domain/places.ts'
import type { PlaceStore, Places } from '../../mail-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { namesOf } from '../rows/names.ts'
import { postLetter } from './streams.ts'

/** So many of each kind: more than any roster can show. */
const mostListed = 200

const upTo100 = (select: string) => `(SELECT count(*) FROM (${select} LIMIT 100) x)`
const box = (name: (typeof boxes)[number]) => boxes.indexOf(name)
const lying = (boxed: string) =>
  `SELECT 1 FROM deliveries d WHERE d.agent_id = q.agent_id AND d.box = ${boxed}`

const queuesSql = `SELECT q.name, q.status,
least(100, ${upTo100(`${lying(`${box('unread')} AND (d.expires_at IS NULL OR d.expires_at > @now)`)}`)}
 + ${upTo100(lying(`${box('processing')} AND (d.held_until IS NULL OR d.held_until <= @now)`))}) AS available,
${upTo100(lying(`${box('processing')} AND d.held_until > @now`))} AS processing,
least(100, ${upTo100(lying(`${box('failed')}`))} + ${upTo100(lying(`${box('dead')}`))}) AS failed
FROM queues q ORDER BY q.name LIMIT ${mostListed}`

const channelsSql = `SELECT c.name, c.status,
EXISTS(SELECT 1 FROM subscriptions s WHERE s.channel_id = c.id AND s.agent_id = @reader) AS subscribed,
${upTo100('SELECT 1 FROM posts p WHERE p.channel_id = c.id')} AS posts
FROM channels c ORDER BY c.name LIMIT ${mostListed}`

const groupsSql = `SELECT name, json_array_length(members::json) AS members FROM groups ORDER BY name LIMIT ${mostListed}`

/** A name can be used again after its place was deleted: the last one counts. */
const makerSql = `SELECT a.address FROM deeds t JOIN agents a ON a.id = t.actor_id
WHERE t.about = ? AND t.what IN ('create-group', 'create-queue', 'create-channel') ORDER BY t.id DESC LIMIT 1`

/** From one tag to the next along the index, whatever number of rows each has. */
function stepping(table: string, column: string): string {
  const next = (after: string) =>
    `SELECT min(${column}) FROM ${table} WHERE ${column} ${after} AND ${column} < @to`
  return `WITH RECURSIVE used(tag) AS (${next('>= @from')} UNION ALL SELECT (${next('> used.tag')}) FROM used WHERE used.tag IS NOT NULL)
SELECT tag FROM used WHERE tag IS NOT NULL LIMIT ${mostListed}`
}

export function openPlaces(connection: Connection): PlaceStore {
  return {
    async list(reader, now) {
      return connection.read(async () => listPlaces(connection, reader, now))
    },
    async maker(address) {
      return connection.read(async () => {
        const [maker] = (await connection.column(makerSql).all(address)) as string[]
        return maker ?? null
      })
    },
    async tagged(tag, reader, now, page) {
      return connection.read(async () => {
        const sql =
          'SELECT message_id FROM postings WHERE selector = ? AND message_id < ? ORDER BY message_id DESC LIMIT ?'
        const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
        const ids = (await connection.column(sql).all(tag, before, page.limit + 1)) as number[]
        const { rows, next } = pageOf(ids, page.limit, (id) => id)
        const agent = await namesOf(connection).find(reader)
        return {
          rows: (await flatMapped(rows, async (id) => postLetter(connection, id, agent, now))).reverse(),
          next,
        }
      })
    },
  }
}

type ChannelRow = Omit<Places['channels'][number], 'subscribed'> & { readonly subscribed: number }

async function listPlaces(connection: Connection, reader: string, now: number): Promise<Places> {
  const channels = (await connection
    .statement(channelsSql)
    .all({ reader: (await namesOf(connection).find(reader)) ?? -1 })) as ChannelRow[]
  return {
    queues: (await connection.statement(queuesSql).all({ now })) as Places['queues'],
    channels: channels.map((row) => ({ ...row, subscribed: row.subscribed === 1 })),
    tags: await tagsInUse(connection),
    groups: (await connection.statement(groupsSql).all()) as Places['groups'],
  }
}

async function tagsInUse(connection: Connection): Promise<Places['tags']> {
  const found = new Set<string>()
  for (const kind of tagKinds) {
    const range = { from: `${kind}:`, to: `${kind};` }
    for (const sql of [stepping('postings', 'selector'), stepping('agent_tags', 'tag')])
      for (const tag of (await connection.column(sql).all(range)) as string[]) found.add(tag)
  }
  const posts = connection.column(`SELECT ${upTo100('SELECT 1 FROM postings WHERE selector = ?')}`)
  const bearers = connection.column(`SELECT ${upTo100('SELECT 1 FROM agent_tags WHERE tag = ?')}`)
  return mapped([...found].sort().slice(0, mostListed), async (tag) => ({
    tag,
    bearers: Number(await bearers.get(tag)),
    posts: Number(await posts.get(tag)),
  }))
}
