import { boxes } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { tagKinds } from '../../../src/domain/places.ts'
import type { Page, PageRequest, PlaceStore, Places } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { findNumber, numberOf } from '../rows/names.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { postLetter } from './streams.ts'

/** The most listed of each kind: more than any roster can show. */
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

const groupsSql = `SELECT name, members FROM groups ORDER BY name LIMIT ${mostListed}`

/** A name can be used again after its place was deleted: the last one counts. */
const makerSql = `SELECT a.address FROM deeds t CROSS JOIN agents a ON a.id = t.actor_id
WHERE t.about = ? AND t.what IN ('create-group', 'create-queue', 'create-channel') ORDER BY t.id DESC LIMIT 1`

/** From one tag to the next along the index, whatever number of rows each has. */
function stepping(table: string, column: string): string {
  const next = (after: string) =>
    `SELECT min(${column}) FROM ${table} WHERE ${column} ${after} AND ${column} < @to`
  return `WITH RECURSIVE used(tag) AS (${next('>= @from')} UNION ALL SELECT (${next('> used.tag')}) FROM used WHERE used.tag IS NOT NULL)
SELECT tag FROM used WHERE tag IS NOT NULL LIMIT ${mostListed}`
}

export function openPlaces(connection: Connection): Working<PlaceStore> {
  return {
    list: (reader, now) => connection.read((at) => listPlaces(at, reader, now)),
    *maker(address) {
      return (yield* connection.cell<string>(makerSql, address)) ?? null
    },
    tagged: (tag, reader, now, page) => connection.read((at) => taggedPage(at, tag, reader, now, page)),
  }
}

function* taggedPage(
  connection: Connection,
  tag: string,
  reader: string,
  now: number,
  page: PageRequest,
): Work<Page<Letter>> {
  const sql =
    'SELECT message_id FROM postings WHERE selector = ? AND message_id < ? ORDER BY message_id DESC LIMIT ?'
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const ids = yield* connection.cells<number>(sql, tag, before, page.limit + 1)
  const { rows, next } = pageOf(ids, page.limit, (id) => id)
  const agent = yield* findNumber(connection, reader)
  const letters = yield* sideBySide(connection, rows, (each, id) => postLetter(each, id, agent, now))
  return { rows: letters.filter((letter) => letter !== null).reverse(), next }
}

type ChannelRow = Omit<Places['channels'][number], 'subscribed'> & { readonly subscribed: number }
type GroupRow = { readonly name: string; readonly members: string }

function* listPlaces(connection: Connection, reader: string, now: number): Work<Places> {
  const agent = yield* numberOf(connection, reader)
  const [channels, groups, queues, tags] = yield* eachBeside(
    connection,
    (at) => at.rows<ChannelRow>(channelsSql, { reader: agent }),
    (at) => at.rows<GroupRow>(groupsSql),
    (at) => at.rows<Places['queues'][number]>(queuesSql, { now }),
    tagsInUse,
  )
  return {
    queues,
    channels: channels.map((row) => ({ ...row, subscribed: row.subscribed === 1 })),
    tags,
    groups: groups.map(({ name, members }) => ({
      name,
      members: (JSON.parse(members) as readonly string[]).length,
    })),
  }
}

const tagSql = `SELECT ${upTo100('SELECT 1 FROM agent_tags WHERE tag = @tag')} AS bearers,
${upTo100('SELECT 1 FROM postings WHERE selector = @tag')} AS posts`

function* tagsInUse(connection: Connection): Work<Places['tags']> {
  const walks = tagKinds.flatMap((kind) =>
    [stepping('postings', 'selector'), stepping('agent_tags', 'tag')].map((sql) => ({ sql, kind })),
  )
  const found = yield* sideBySide(connection, walks, (at, { sql, kind }) =>
    at.cells<string>(sql, { from: `${kind}:`, to: `${kind};` }),
  )
  const tags = [...new Set(found.flat())].sort().slice(0, mostListed)
  return yield* sideBySide(connection, tags, function* (at, tag) {
    const counted = yield* at.row<{ bearers: number; posts: number }>(tagSql, { tag })
    return { tag, bearers: Number(counted?.bearers), posts: Number(counted?.posts) }
  })
}
