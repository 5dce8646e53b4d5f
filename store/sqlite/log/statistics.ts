import type { EventWord } from '../../../src/domain/event.ts'
import type { Kind } from '../../../src/domain/kind.ts'
import { idSpan } from '../../../src/domain/priority.ts'
import { openTally, type Period, type Statistics } from '../../../src/domain/statistics.ts'
import type { StatisticsStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { clockOf } from '../rows/clock.ts'
import { countUnreadOf } from '../rows/counts.ts'
import { ofDeed } from '../rows/event-rows.ts'
import { firstSince } from '../rows/first-since.ts'
import { namesOf } from '../rows/names.ts'
import { timelinePage } from './timeline.ts'

const most = 200_000

/** Rows of JSON: a third of the cost of objects, and there are tens of thousands. */
type MessageCells = readonly [sender: number, kind: Kind, arrivedAt: number, recipients: readonly number[]]
type AnswerCells = readonly [
  sender: number,
  arrivedAt: number,
  replyTo: number,
  asker: number | null,
  askedAt: number | null,
]
/** The boxes before and after; `null` where no state changed. */
type EventCells = readonly [
  agent: number,
  what: EventWord,
  before: number | null,
  after: number | null,
  at: number,
]
/** Numbers to go through, and whether that is all of the period. */
type Stretch = { readonly from: number; readonly newest: number; readonly whole: boolean }
type Tally = ReturnType<typeof openTally>

/** The number of rows per step, so that other requests of this thread do not wait long. */
const slice = 5_000

export function openStatistics(connection: Connection): StatisticsStore {
  return {
    read: (period) => statisticsOf(connection, period),
    async timeline(agent, page) {
      return connection.read(() => timelinePage(connection, agent, page))
    },
  }
}

async function statisticsOf(connection: Connection, period: Period): Promise<Statistics> {
  const tally = openTally(period)
  const [messages, deeds] = connection.read(() => [
    walkSince(connection, 'messages', 'arrived_at', period.since),
    walkSince(connection, 'deeds', 'at', period.since),
  ])
  const countMessages = messageCounter(connection, tally)
  await inSlices(messages, (from, to) => connection.read(() => countMessages(from, to, period.until)))
  await inSlices(deeds, (from, to) =>
    connection.read(() => countEvents(connection, tally, from, to, period.until)),
  )
  return connection.read(() => {
    const names = namesOf(connection)
    const unread = waitingNow(connection, period.until)
    for (const address of unread.keys()) tally.also(address)
    return tally.result(messages.whole && deeds.whole, (address) => ({
      unread: unread.get(address) ?? 0,
      oldest: unread.has(address) ? oldestUnread(connection, names.find(address) ?? -1, period.until) : null,
    }))
  })
}

/** Of each who has any, what counts as unread everywhere else too. */
function waitingNow(connection: Connection, now: number): ReadonlyMap<string, number> {
  const names = namesOf(connection)
  const owners = connection.column('SELECT id FROM agents').all() as readonly number[]
  const counts = countUnreadOf(connection, owners, now)
  return new Map(
    owners.flatMap((owner, at) => {
      const total = counts[at]?.total ?? 0
      return total === 0 ? [] : [[names.of(owner), total]]
    }),
  )
}

async function inSlices({ from, newest }: Stretch, count: (from: number, to: number) => void): Promise<void> {
  for (let at = from; at <= newest; at += slice) {
    count(at, Math.min(at + slice - 1, newest))
    await new Promise(setImmediate)
  }
}

function walkSince(
  connection: Connection,
  table: 'messages' | 'deeds',
  column: 'arrived_at' | 'at',
  since: number,
): Stretch {
  const { first, newest } = firstSince(connection, table, column, since)
  const from = Math.max(first, newest - most + 1)
  return { from, newest, whole: from === first }
}

const messagesSql = `SELECT json_group_array(json_array(m.sender_id, m.kind, m.arrived_at, json(m.recipients)))
FROM messages m WHERE m.id BETWEEN ? AND ? AND m.arrived_at <= ?`
/** Most messages answer none: a look at these again is cheaper than their columns for all. */
const answersSql = `SELECT json_group_array(json_array(sender_id, arrived_at, reply_to, asker, asked_at))
FROM (SELECT m.sender_id, m.arrived_at, m.reply_to, o.sender_id AS asker, o.arrived_at AS asked_at
  FROM messages m LEFT JOIN messages o ON o.id = m.reply_to
  WHERE m.id BETWEEN ? AND ? AND m.arrived_at <= ? AND m.reply_to IS NOT NULL ORDER BY m.id)`

function messageCounter(connection: Connection, tally: Tally) {
  const names = namesOf(connection)
  const answered = new Set<string>()
  return (from: number, to: number, until: number): void => {
    const sent = connection.column(messagesSql).get(from, to, until) as string
    for (const [from, kind, at, recipients] of JSON.parse(sent) as MessageCells[])
      tally.message(names.of(from), kind, recipients.map(names.of), at)
    const answers = connection.column(answersSql).get(from, to, until) as string
    for (const [from, at, replyTo, asker, askedAt] of JSON.parse(answers) as AnswerCells[]) {
      const sender = names.of(from)
      if (sender === 'system') continue
      const key = `${replyTo} ${from}`
      if (answered.has(key)) continue
      answered.add(key)
      if (asker !== null && askedAt !== null && asker !== from) tally.answer(sender, at - askedAt)
    }
  }
}

const eventsSql = `SELECT json_group_array(json_array(e.agent_id, e.what, e.change -> '$[0][0]', e.change -> '$[1][0]', t.at))
FROM deeds t CROSS JOIN events e ON ${ofDeed('t')} WHERE t.id BETWEEN ? AND ? AND t.at <= ?`

function countEvents(connection: Connection, tally: Tally, from: number, to: number, until: number): void {
  const names = namesOf(connection)
  const cells = connection.column(eventsSql).get(from, to, until) as string
  for (const [agent, what, before, after, at] of JSON.parse(cells) as EventCells[]) {
    tally.deed(what)
    const grown = Number(after === 0) - Number(before === 0)
    if (grown !== 0) tally.waiting(names.of(agent), at, grown)
  }
}

/** The first of each rank that occurs: no more looks than there are priorities and tiers. */
function oldestUnread(connection: Connection, agent: number, now: number): number | null {
  const { clock } = clockOf(connection, agent, now)
  const next = connection.column(
    'SELECT rank FROM deliveries WHERE agent_id = ? AND box = 0 AND rank >= ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY rank LIMIT 1',
  )
  let oldest = Number.POSITIVE_INFINITY
  for (let rank = next.get(agent, 0, clock) as number | undefined; rank !== undefined; ) {
    const order = Math.floor(rank / idSpan)
    oldest = Math.min(oldest, rank - order * idSpan)
    rank = next.get(agent, (order + 1) * idSpan, clock) as number | undefined
  }
  if (oldest === Number.POSITIVE_INFINITY) return null
  return (
    (connection.column('SELECT arrived_at FROM messages WHERE id = ?').get(oldest) as number | undefined) ??
    null
  )
}
