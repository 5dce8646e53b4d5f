import type { EventWord } from '../../src/domain/event.ts'
import type { Kind } from '../../src/domain/kind.ts'
import { openTally, type Period, type Statistics } from '../../src/domain/statistics.ts'
import type { StatisticsStore } from '../mail-store.ts'
import type { Connection } from './connection.ts'
import { namesOf } from './names.ts'
import { timelinePage } from './timeline.ts'

const most = 200_000
const idSpan = 2 ** 48

type MessageRow = {
  readonly id: number
  readonly reply_to: number | null
  readonly sender_id: number
  readonly kind: string
  readonly arrived_at: number
  readonly recipients: string
}
type EventRow = {
  readonly agent_id: number
  readonly what: string
  readonly change: string | null
  readonly at: number
}
type Tally = ReturnType<typeof openTally>
type Change = readonly [readonly [number], readonly [number]]

export function openStatistics(connection: Connection): StatisticsStore {
  return {
    async read(period) {
      return connection.read(() => statisticsOf(connection, period))
    },
    async timeline(agent, page) {
      return connection.read(() => timelinePage(connection, agent, page))
    },
  }
}

function statisticsOf(connection: Connection, period: Period): Statistics {
  const tally = openTally(period)
  const messages = firstSince(connection, 'messages', 'arrived_at', period.since)
  const deeds = firstSince(connection, 'deeds', 'at', period.since)
  countMessages(connection, tally, messages.from, period.until)
  countEvents(connection, tally, deeds.from, period.until)
  const names = namesOf(connection)
  const waiting = connection
    .statement(
      'SELECT agent_id, sum(lasting) AS unread FROM unread GROUP BY agent_id HAVING sum(lasting) > 0',
    )
    .all() as readonly { readonly agent_id: number; readonly unread: number }[]
  const unread = new Map(waiting.map((row) => [names.of(row.agent_id), row.unread]))
  for (const address of unread.keys()) tally.also(address)
  return tally.result(messages.whole && deeds.whole, (address) => ({
    unread: unread.get(address) ?? 0,
    oldest: unread.has(address) ? oldestUnread(connection, names.find(address) ?? -1) : null,
  }))
}

/** Numbers grow with time, so the first of a period is found by halving. */
function firstSince(connection: Connection, table: 'messages' | 'deeds', column: string, since: number) {
  const newest = Number(connection.column(`SELECT max(id) FROM ${table}`).get() ?? 0)
  const timeAt = connection.column(`SELECT ${column} FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`)
  let [low, high] = [1, newest + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (Number(timeAt.get(middle) ?? Number.POSITIVE_INFINITY) < since) low = middle + 1
    else high = middle
  }
  const from = Math.max(low, newest - most + 1)
  return { from, whole: from === low }
}

function countMessages(connection: Connection, tally: Tally, from: number, until: number): void {
  const names = namesOf(connection)
  const sql =
    'SELECT id, reply_to, sender_id, kind, arrived_at, recipients FROM messages WHERE id >= ? AND arrived_at <= ? ORDER BY id'
  const original = connection.statement('SELECT sender_id, arrived_at FROM messages WHERE id = ?')
  const answered = new Set<string>()
  for (const row of connection.statement(sql).all(from, until) as readonly MessageRow[]) {
    const { reply_to, sender_id, arrived_at } = row
    const sender = names.of(sender_id)
    const to = (JSON.parse(row.recipients) as readonly number[]).map(names.of)
    tally.message(sender, row.kind as Kind, to, arrived_at)
    const key = `${reply_to} ${sender_id}`
    if (reply_to === null || sender === 'system' || answered.has(key)) continue
    answered.add(key)
    const asked = original.get(reply_to) as { sender_id: number; arrived_at: number } | undefined
    if (asked !== undefined && asked.sender_id !== sender_id)
      tally.answer(sender, arrived_at - asked.arrived_at)
  }
}

function countEvents(connection: Connection, tally: Tally, from: number, until: number): void {
  const names = namesOf(connection)
  const sql =
    'SELECT e.agent_id, e.what, e.change, t.at FROM deeds t CROSS JOIN events e ON e.deed_id = t.id WHERE t.id >= ? AND t.at <= ?'
  for (const row of connection.statement(sql).all(from, until) as readonly EventRow[]) {
    tally.deed(row.what as EventWord)
    if (row.change === null) continue
    const [[before], [after]] = JSON.parse(row.change) as Change
    const grown = Number(after === 0) - Number(before === 0)
    if (grown !== 0) tally.waiting(names.of(row.agent_id), row.at, grown)
  }
}

/** The first of each rank that occurs: no more looks than there are priorities and tiers. */
function oldestUnread(connection: Connection, agent: number): number | null {
  const next = connection.column(
    'SELECT rank FROM deliveries WHERE agent_id = ? AND box = 0 AND rank >= ? ORDER BY rank LIMIT 1',
  )
  let oldest = Number.POSITIVE_INFINITY
  for (let rank = next.get(agent, 0) as number | undefined; rank !== undefined; ) {
    const order = Math.floor(rank / idSpan)
    oldest = Math.min(oldest, rank - order * idSpan)
    rank = next.get(agent, (order + 1) * idSpan) as number | undefined
  }
  if (oldest === Number.POSITIVE_INFINITY) return null
  return (
    (connection.column('SELECT arrived_at FROM messages WHERE id = ?').get(oldest) as number | undefined) ??
    null
  )
}
