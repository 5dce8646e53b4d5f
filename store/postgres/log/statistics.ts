import type { EventWord } from '../../../src/domain/event.ts'
import type { Kind } from '../../../src/domain/kind.ts'
import { idSpan } from '../../../src/domain/priority.ts'
import { openTally, type Period, type Statistics } from '../../../src/domain/statistics.ts'
import type { StatisticsStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { clockOf } from '../rows/clock.ts'
import { countUnreadOf } from '../rows/counts.ts'
import { firstSince } from '../rows/first-since.ts'
import { namesOf } from '../rows/names.ts'
import { timelinePage } from './timeline.ts'

const most = 200_000

type MessageRow = {
  readonly sender_id: number
  readonly kind: Kind
  readonly arrived_at: number
  readonly recipients: string
  readonly reply_to: number | null
  readonly asker: number | null
  readonly asked_at: number | null
}
/** The boxes before and after; `null` where no state changed. */
type EventRow = {
  readonly agent_id: number
  readonly what: EventWord
  readonly before: number | null
  readonly after: number | null
  readonly at: number
}
/** Numbers to go through, and whether that is all of the period. */
type Stretch = { readonly from: number; readonly newest: number; readonly whole: boolean }
type Tally = ReturnType<typeof openTally>

/** The number of rows per step, so that other requests of this thread do not wait long. */
const slice = 5_000

export function openStatistics(connection: Connection): StatisticsStore {
  return {
    read: (period) => statisticsOf(connection, period),
    async timeline(agent, page) {
      return connection.read(async () => timelinePage(connection, agent, page))
    },
  }
}

async function statisticsOf(connection: Connection, period: Period): Promise<Statistics> {
  const tally = openTally(period)
  const [messages, deeds] = await connection.read(async () => [
    await walkSince(connection, 'messages', 'arrived_at', period.since),
    await walkSince(connection, 'deeds', 'at', period.since),
  ])
  const countMessages = messageCounter(connection, tally)
  await inSlices(messages, async (from, to) =>
    connection.read(async () => countMessages(from, to, period.until)),
  )
  await inSlices(deeds, async (from, to) =>
    connection.read(async () => countEvents(connection, tally, from, to, period.until)),
  )
  return connection.read(async () => {
    const names = namesOf(connection)
    const unread = await waitingNow(connection, period.until)
    const oldest = new Map<string, number | null>()
    for (const address of unread.keys()) {
      tally.also(address)
      const agent = (await names.find(address)) ?? -1
      oldest.set(address, await oldestUnread(connection, agent, period.until))
    }
    return tally.result(messages.whole && deeds.whole, (address) => ({
      unread: unread.get(address) ?? 0,
      oldest: oldest.get(address) ?? null,
    }))
  })
}

/** Of each who has any, what counts as unread everywhere else too. */
async function waitingNow(connection: Connection, now: number): Promise<ReadonlyMap<string, number>> {
  const names = namesOf(connection)
  const owners = (await connection.column('SELECT id FROM agents').all()) as readonly number[]
  const counts = await countUnreadOf(connection, owners, now)
  return new Map(
    await flatMapped(owners, async (owner, at) => {
      const total = counts[at]?.total ?? 0
      return total === 0 ? [] : [[await names.of(owner), total]]
    }),
  )
}

async function inSlices(
  { from, newest }: Stretch,
  count: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let at = from; at <= newest; at += slice) {
    await count(at, Math.min(at + slice - 1, newest))
    await new Promise(setImmediate)
  }
}

async function walkSince(
  connection: Connection,
  table: 'messages' | 'deeds',
  column: 'arrived_at' | 'at',
  since: number,
): Promise<Stretch> {
  const { first, newest } = await firstSince(connection, table, column, since)
  const from = Math.max(first, newest - most + 1)
  return { from, newest, whole: from === first }
}

const messagesSql = `SELECT m.sender_id, m.kind, m.arrived_at, m.recipients, m.reply_to, o.sender_id AS asker, o.arrived_at AS asked_at
FROM messages m LEFT JOIN messages o ON o.id = m.reply_to WHERE m.id BETWEEN ? AND ? AND m.arrived_at <= ? ORDER BY m.id`

function messageCounter(connection: Connection, tally: Tally) {
  const names = namesOf(connection)
  const answered = new Set<string>()
  return async (from: number, to: number, until: number): Promise<void> => {
    for (const row of (await connection.statement(messagesSql).all(from, to, until)) as MessageRow[]) {
      const { sender_id, kind, arrived_at: at, reply_to, asker, asked_at } = row
      const sender = await names.of(sender_id)
      const recipients = JSON.parse(row.recipients) as readonly number[]
      tally.message(sender, kind, await mapped(recipients, names.of), at)
      if (reply_to === null || sender === 'system') continue
      const key = `${reply_to} ${sender_id}`
      if (answered.has(key)) continue
      answered.add(key)
      if (asker !== null && asked_at !== null && asker !== sender_id) tally.answer(sender, at - asked_at)
    }
  }
}

const eventsSql = `SELECT e.agent_id, e.what, (readable(e.change)::json #>> '{0,0}')::bigint AS before, (readable(e.change)::json #>> '{1,0}')::bigint AS after, t.at
FROM deeds t JOIN events e ON e.deed_id = t.id WHERE t.id BETWEEN ? AND ? AND t.at <= ?`

async function countEvents(
  connection: Connection,
  tally: Tally,
  from: number,
  to: number,
  until: number,
): Promise<void> {
  const names = namesOf(connection)
  for (const row of (await connection.statement(eventsSql).all(from, to, until)) as EventRow[]) {
    tally.deed(row.what)
    const grown = Number(row.after === 0) - Number(row.before === 0)
    if (grown !== 0) tally.waiting(await names.of(row.agent_id), row.at, grown)
  }
}

/** The first of each rank that occurs: no more looks than there are priorities and tiers. */
async function oldestUnread(connection: Connection, agent: number, now: number): Promise<number | null> {
  const { clock } = await clockOf(connection, agent, now)
  const next = connection.column(
    'SELECT rank FROM deliveries WHERE agent_id = ? AND box = 0 AND rank >= ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY rank LIMIT 1',
  )
  let oldest = Number.POSITIVE_INFINITY
  for (let rank = (await next.get(agent, 0, clock)) as number | undefined; rank !== undefined; ) {
    const order = Math.floor(rank / idSpan)
    oldest = Math.min(oldest, rank - order * idSpan)
    rank = (await next.get(agent, (order + 1) * idSpan, clock)) as number | undefined
  }
  if (oldest === Number.POSITIVE_INFINITY) return null
  return (
    ((await connection.column('SELECT arrived_at FROM messages WHERE id = ?').get(oldest)) as
      | number
      | undefined) ?? null
  )
}
