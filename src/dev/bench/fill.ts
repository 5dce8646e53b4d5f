import { join } from 'node:path'
import Database from 'better-sqlite3'
import { previewOf } from '../../domain/message.ts'
import { rankOf } from '../../domain/priority.ts'

const vocabulary =
  'build test merge review branch queue agent store index lock claim lease schema patch deploy error retry green red main fix note read write cache token frame'.split(
    ' ',
  )
const priorities = ['urgent', 'high', 'normal', 'low'] as const

export type Filling = { readonly messages: number; readonly agents: number }

/** The names that a filled store's agents have. */
export function agentName(at: number): string {
  return `swarm_${at % 8}/agent-${at}`
}

/**
 * Fills an existing, empty store with mail by plain SQL, thousands of rows a transaction: a year of traffic in
 * seconds. One mail in five goes to the first agent; half of it is unread.
 */
export function fillStore(location: string, { messages, agents }: Filling, now: number): void {
  const database = new Database(join(location, 'mail.db'))
  database.pragma('synchronous = OFF')
  const first =
    (database.prepare('SELECT coalesce(max(id), 0) AS top FROM agents').get() as { top: number }).top + 1
  const agent = database.prepare(
    "INSERT INTO agents(id, address, kind, swarm, state, registered_at, last_seen) VALUES(?, ?, 'agent', ?, 'alive', ?, ?)",
  )
  database.transaction(() => {
    for (let at = 0; at < agents; at += 1) agent.run(first + at, agentName(at), `swarm_${at % 8}`, now, now)
  })()
  const rows = insertsOf(database)
  const chunk = 10_000
  const fill = database.transaction((from: number, to: number) => {
    for (let id = from; id < to; id += 1)
      rows(
        id,
        first + (id % agents),
        first + (id % 5 === 0 ? 0 : (id * 7) % agents),
        now - (messages - id) * 1_000,
      )
  })
  for (let from = 1; from <= messages; from += chunk) fill(from, Math.min(from + chunk, messages + 1))
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

function insertsOf(database: Database.Database) {
  const message = database.prepare(
    `INSERT INTO messages(id, thread_id, reply_to, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
     VALUES(?, ?, ?, ?, 'request', ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const delivery = database.prepare(
    'INSERT INTO deliveries(agent_id, box, rank, sender_id, owes, read_at) VALUES(?, ?, ?, ?, 1, ?)',
  )
  return (id: number, sender: number, recipient: number, at: number) => {
    const rank = rankOf(priorities[id % 16 === 0 ? 0 : id % 5 === 0 ? 1 : 2] ?? 'normal', 5, id)
    const body = words(id, 90)
    const thread = id % 4 === 0 && id > 4 ? id - 3 : id
    message.run(
      id,
      thread,
      thread === id ? null : thread,
      sender,
      rank,
      at,
      at,
      '{"to":["agent"],"cc":[]}',
      `[${recipient}]`,
      `#${id} ${words(id + 7, 5)}`,
      previewOf(body),
      body,
    )
    delivery.run(recipient, id % 2, rank, sender, id % 2 === 1 ? at : null)
  }
}

/** Words by a skewed draw, so that some are everywhere and some are rare. */
function words(seed: number, count: number): string {
  let state = (seed * 2_654_435_761) >>> 0
  const drawn: string[] = []
  for (let at = 0; at < count; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const uniform = state / 2 ** 32
    drawn.push(vocabulary[Math.floor(uniform * uniform * vocabulary.length)] ?? 'mail')
  }
  return drawn.join(' ')
}
