import type { Database } from 'better-sqlite3'

/** What of a copy the log tells with every change, in the order in which it tells it. */
const columns = [
  'box',
  'was',
  'owes',
  'snoozed_until',
  'pinned',
  'read_at',
  'ack_at',
  'done_at',
  'held_by',
  'held_until',
  'attempts',
] as const

type Value = number | string | null
type Copy = Readonly<Record<(typeof columns)[number], Value>> & {
  readonly id: number
  readonly owner: string
  readonly change: string | null
}

const copiesSql = `
  SELECT ${columns.join(', ')}, rank % 281474976710656 AS id, a.address AS owner,
    (SELECT change FROM events e WHERE e.message_id = rank % 281474976710656 AND e.agent_id = d.agent_id
     AND change IS NOT NULL ORDER BY seq DESC LIMIT 1) AS change
  FROM deliveries d JOIN agents a ON a.id = d.agent_id`

/** The state of a copy that nothing happened to, but for the answer that its message may ask for. */
const untouched: readonly Value[] = [0, null, 1, null, 0, null, null, null, null, null, 0]

export function afterOf(change: string): readonly Value[] {
  const [, after] = JSON.parse(change) as readonly (readonly Value[])[]
  return after ?? []
}

/** Copies that are not as their last event left them. A hold is no change: it lapses by itself. */
export function copiesUnlikeTheirLog(
  database: Database,
  ignoring: readonly (typeof columns)[number][] = [],
): readonly object[] {
  const counted = columns.map((column) => !ignoring.includes(column))
  const copies = database.prepare(copiesSql).all() as readonly Copy[]
  return copies.flatMap(({ change, ...copy }) => {
    const is = columns.map((column) => copy[column])
    const logged = change === null ? untouched : afterOf(change)
    const differs = is.some((value, at) => {
      const isSaid = change !== null || columns[at] !== 'owes'
      return counted[at] && isSaid && value !== (logged[at] ?? null)
    })
    return differs ? [{ ...copy, logged }] : []
  })
}

/** Changes of mail without events, and events without their change. A change of a place has no events. */
export function tornDeeds(database: Database): readonly unknown[] {
  return [
    ...database
      .prepare('SELECT id FROM deeds WHERE about IS NULL AND id NOT IN (SELECT deed_id FROM events)')
      .all(),
    ...database.prepare('SELECT seq FROM events WHERE deed_id NOT IN (SELECT id FROM deeds)').all(),
  ]
}
