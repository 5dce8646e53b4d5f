import { rosterWords } from '../../../src/domain/change.ts'
import type { AgentPulse, FleetStore } from '../../fleet-store.ts'
import type { Connection } from '../connection.ts'
import { firstSince } from '../first-since.ts'
import { addressOf, learnNames } from '../rows/names.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'

/** Of a store where more happened, the newest changes alone are counted. */
const most = 20_000

type Row = { readonly actor: number; readonly part: number; readonly count: number }
type Period = Parameters<FleetStore['pulse']>[0]

/** Each command that changed something, by its actor; what it sent is one of them. Being on the roster is no work. */
const ofRoster = rosterWords.map((word) => `'${word}'`).join(', ')
const sql = `SELECT t.actor_id AS actor, CAST((t.at - @since) / @length AS bigint) AS part, count(*) AS count
FROM deeds t WHERE t.id >= @first AND t.at >= @since AND t.at < @until AND t.what NOT IN (${ofRoster}) GROUP BY 1, 2`
const sentSql = `SELECT m.sender_id AS actor, CAST((m.arrived_at - @since) / @length AS bigint) AS part, count(*) AS count
FROM messages m WHERE m.id >= @first AND m.arrived_at >= @since AND m.arrived_at < @until GROUP BY 1, 2`

export function openPulse(connection: Connection): Working<Pick<FleetStore, 'pulse'>> {
  return { pulse: (period) => connection.read((at) => pulseOf(at, period)) }
}

/** Two questions, however many agents there are. */
function* pulseOf(connection: Connection, period: Period): Work<readonly AgentPulse[]> {
  const { since, until, buckets } = period
  const length = Math.max(1, Math.ceil((until - since) / buckets))
  const counts = new Map<number, number[]>()
  const asked = [
    ['deeds', sql],
    ['messages', sentSql],
  ] as const
  const found = yield* sideBySide(connection, asked, function* (at, [table, text]) {
    const { first, newest } = yield* firstSince(at, table, since)
    return yield* at.rows<Row>(text, { first: Math.max(first, newest - most + 1), since, until, length })
  })
  for (const row of found.flat()) {
    const [actor, part] = [Number(row.actor), Number(row.part)]
    const known = counts.get(actor) ?? Array.from({ length: buckets }, () => 0)
    known[part] = (known[part] ?? 0) + Number(row.count)
    counts.set(actor, known)
  }
  yield* learnNames(connection, [...counts.keys()])
  const pulses: AgentPulse[] = []
  for (const [actor, parts] of counts)
    pulses.push({ address: yield* addressOf(connection, actor), parts: parts.slice(0, buckets) })
  return pulses
}
