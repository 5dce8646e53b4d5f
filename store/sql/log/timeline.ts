import type { EventWord } from '../../../src/domain/event.ts'
import type { Moment } from '../../mail-store.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Connection } from '../connection.ts'
import { badCursor } from '../cursors.ts'
import { addressOf, findNumber, learnNames } from '../rows/names.ts'
import { eachBeside } from '../side-by-side.ts'
import { mapped, type Work } from '../work.ts'

type Row = {
  readonly place: number
  readonly at: number
  readonly what: string
  readonly message: number
  readonly subject: string
  readonly kind: string
  readonly other: number
}

const sentSql = `SELECT id AS place, arrived_at AS at, 'sent' AS what, id AS message, coalesce(nullif(subject, ''), preview) AS subject, kind,
coalesce((SELECT j.value FROM numbers(recipients) j LIMIT 1), sender_id) AS other FROM messages WHERE sender_id = ? AND id < ? ORDER BY id DESC LIMIT ?`
const gotSql = `SELECT m.id AS place, m.arrived_at AS at, 'got' AS what, m.id AS message, coalesce(nullif(m.subject, ''), m.preview) AS subject, m.kind,
m.sender_id AS other FROM numbers(?) j CROSS JOIN messages m ON m.id = j.value ORDER BY m.id DESC`
const didSql = `SELECT e.seq AS place, t.at, e.what, e.message_id AS message, coalesce(nullif(m.subject, ''), m.preview) AS subject, m.kind, e.agent_id AS other
FROM deeds t CROSS JOIN events e ON of_deed(e, t) CROSS JOIN messages m ON m.id = e.message_id
WHERE t.actor_id = ? AND t.id <= ? AND e.seq < ? AND e.what NOT IN ('offered', 'released') ORDER BY t.id DESC, e.seq DESC LIMIT ?`
const end = Number.MAX_SAFE_INTEGER

/** Three walks down three indexes, merged by time: what was sent, what came, what was done. */
export function* timelinePage(
  connection: Connection,
  address: string,
  { limit, after }: PageRequest,
): Work<Page<Moment>> {
  const agent = yield* findNumber(connection, address)
  if (agent === undefined) return { rows: [], next: null }
  const places = cursorOf(after)
  const [sent, got, did] = places
  const found = yield* eachBeside(
    connection,
    (at) => at.rows<Row>(sentSql, agent, sent, limit + 1),
    (at) => gotBefore(at, agent, got, limit + 1),
    (at) => at.rows<Row>(didSql, agent, end, did, limit + 1),
  )
  const lists = found.map((rows) => [...rows])
  const merged: Row[] = []
  while (merged.length <= limit) {
    const newest = lists.reduce((best, list) => ((list[0]?.at ?? -1) > (best[0]?.at ?? -1) ? list : best))
    const row = newest.shift()
    if (row === undefined) break
    merged.push(row)
    if (merged.length <= limit) places[whichOf(row)] = row.place
  }
  yield* learnNames(
    connection,
    merged.map(({ other }) => Number(other)),
  )
  const rows = yield* mapped(merged.slice(0, limit), function* (row): Work<Moment> {
    const { at, what, message, subject, kind } = row
    const other = yield* addressOf(connection, Number(row.other))
    return { at, what: what as EventWord, message, subject, kind, other }
  })
  return { rows, next: merged.length > limit ? places.join(':') : null }
}

function whichOf({ what }: Row): 0 | 1 | 2 {
  return what === 'sent' ? 0 : what === 'got' ? 1 : 2
}

function* gotBefore(
  connection: Connection,
  agent: number,
  before: number,
  most: number,
): Work<readonly Row[]> {
  const ids = yield* connection.engine.newestCopies(agent, before, most, 'all')
  return yield* connection.rows<Row>(gotSql, JSON.stringify(ids))
}

function cursorOf(after: string | null): [number, number, number] {
  if (after === null) return [end, end, end]
  const places = after.split(':').map(Number)
  const [sent, got, did] = places
  if (places.length !== 3 || places.some((place) => !Number.isSafeInteger(place) || place < 0))
    throw badCursor(after)
  return [sent ?? 0, got ?? 0, did ?? 0]
}
