import type { EventWord } from '../../../src/domain/event.ts'
import { idSpan } from '../../../src/domain/priority.ts'
import type { Moment } from '../../mail-store.ts'
import { badCursor } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { namesOf } from '../rows/names.ts'

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
coalesce((recipients::json ->> 0)::bigint, sender_id) AS other FROM messages WHERE sender_id = ? AND id < ? ORDER BY id DESC LIMIT ?`
const gotSql = `SELECT m.id AS place, m.arrived_at AS at, 'got' AS what, m.id AS message, coalesce(nullif(m.subject, ''), m.preview) AS subject, m.kind,
m.sender_id AS other FROM messages m WHERE m.id = ?`
const didSql = `SELECT e.seq AS place, t.at, e.what, e.message_id AS message, coalesce(nullif(m.subject, ''), m.preview) AS subject, m.kind, e.agent_id AS other
FROM deeds t JOIN events e ON e.deed_id = t.id JOIN messages m ON m.id = e.message_id
WHERE t.actor_id = ? AND t.id <= ? AND e.seq < ? AND e.what NOT IN ('offered', 'released') ORDER BY t.id DESC, e.seq DESC LIMIT ?`
const orders = 32
const end = Number.MAX_SAFE_INTEGER

/** Three walks down three indexes, merged by time: what was sent, what came, what was done. */
export async function timelinePage(
  connection: Connection,
  address: string,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<{ readonly rows: readonly Moment[]; readonly next: string | null }> {
  const names = namesOf(connection)
  const agent = await names.find(address)
  if (agent === undefined) return { rows: [], next: null }
  const places = cursorOf(after)
  const [sent, got, did] = places
  const lists = [
    (await connection.statement(sentSql).all(agent, sent, limit + 1)) as Row[],
    await gotBefore(connection, agent, got, limit + 1),
    (await connection.statement(didSql).all(agent, end, did, limit + 1)) as Row[],
  ]
  const merged: Row[] = []
  while (merged.length <= limit) {
    const newest = lists.reduce((best, list) => ((list[0]?.at ?? -1) > (best[0]?.at ?? -1) ? list : best))
    const row = newest.shift()
    if (row === undefined) break
    merged.push(row)
    if (merged.length <= limit) places[whichOf(row)] = row.place
  }
  const rows = await mapped(
    merged.slice(0, limit),
    async ({ at, what, message, subject, kind, other }): Promise<Moment> => {
      return { at, what: what as EventWord, message, subject, kind, other: await names.of(Number(other)) }
    },
  )
  return { rows, next: merged.length > limit ? places.join(':') : null }
}

function whichOf({ what }: Row): 0 | 1 | 2 {
  return what === 'sent' ? 0 : what === 'got' ? 1 : 2
}

/** Copies lie by rank, each order a stretch with growing numbers: the newest of each, then the newest of all. */
const newestSql = `SELECT x.rank & ${idSpan - 1} AS id FROM generate_series(0, ${orders - 1}) o
CROSS JOIN LATERAL (SELECT d.rank FROM deliveries d WHERE d.agent_id = @agent
  AND d.rank >= o.o::bigint * ${idSpan} AND d.rank < o.o::bigint * ${idSpan} + least(@before, ${idSpan}) ORDER BY d.rank DESC LIMIT @most) x
ORDER BY 1 DESC LIMIT @most`

async function gotBefore(
  connection: Connection,
  agent: number,
  before: number,
  most: number,
): Promise<Row[]> {
  const ids = (await connection.column(newestSql).all({ agent, before, most })) as number[]
  const message = connection.statement(gotSql)
  return flatMapped(ids, async (id) => {
    const row = (await message.get(id)) as Row | undefined
    return row === undefined ? [] : [row]
  })
}

function cursorOf(after: string | null): [number, number, number] {
  if (after === null) return [end, end, end]
  const places = after.split(':').map(Number)
  const [sent, got, did] = places
  if (places.length !== 3 || places.some((place) => !Number.isSafeInteger(place) || place < 0))
    throw badCursor(after)
  return [sent ?? 0, got ?? 0, did ?? 0]
}
