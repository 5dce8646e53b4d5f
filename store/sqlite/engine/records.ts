import type { RecordCursor } from '../../cursor.ts'
import type { Connection } from '../../sql/connection.ts'
import { badCursor } from '../../sql/cursors.ts'
import { openRecorded } from '../../sql/log/recorded.ts'
import { laterCursor, type RecordPlace, type RecordPlaces } from '../../sql/record-order.ts'
import type { Work } from '../../sql/work.ts'

/** The last row of each kind that a reader knows. */
type Known = { readonly message: number; readonly deed: number; readonly event: number }

const kinds = ['message', 'deed', 'event'] as const
const shape = /^m(\d{1,15})-d(\d{1,15})-e(\d{1,15})$/u
const newestSql = `SELECT (SELECT coalesce(max(id), 0) FROM messages) AS message,
  (SELECT coalesce(max(id), 0) FROM deeds) AS deed, (SELECT coalesce(max(seq), 0) FROM events) AS event`
/** `newest` is the newest message of its time: what was sent before it, and what after. */
const messagesSql = 'SELECT id AS number FROM messages WHERE id > ? ORDER BY id LIMIT ?'
const deedsSql = `SELECT id AS number, id AS deed, coalesce(newest, 0) AS newest FROM deeds
WHERE id > ? AND about IS NOT NULL ORDER BY id LIMIT ?`
const eventsSql = `SELECT e.seq AS number, e.deed_id AS deed, coalesce(t.newest, 0) AS newest FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.seq > ? ORDER BY e.seq LIMIT ?`

const none: Known = { message: 0, deed: 0, event: 0 }

type Sent = { readonly number: number }
type Logged = Sent & { readonly deed: number; readonly newest: number }

/** Changes are stored one after another here: each kind of row has its numbers in the order of commits, and these are merged. */
export const openRecords = openRecorded({
  after: recordsAfter,
  *newest(at) {
    return textOf(yield* newestRows(at))
  },
})

function* recordsAfter(at: Connection, cursor: RecordCursor | null, most: number): Work<RecordPlaces> {
  let known = knownBy(cursor)
  const newest = yield* newestRows(at)
  if (cursor !== null && kinds.some((kind) => known[kind] > newest[kind])) throw laterCursor(cursor)
  const sent = [...(yield* at.rows<Sent>(messagesSql, known.message, most))]
  const deeds = [...(yield* at.rows<Logged>(deedsSql, known.deed, most))]
  const events = [...(yield* at.rows<Logged>(eventsSql, known.event, most))]
  const isFull = [sent, deeds, events].some((rows) => rows.length === most)
  const places: RecordPlace[] = []
  while (places.length < most) {
    const of = firstOf(sent[0], deeds[0], events[0])
    if (of === null) break
    const { number } = { message: sent, deed: deeds, event: events }[of].shift() as Sent
    known = { ...known, [of]: number }
    places.push({ of, number, cursor: textOf(known) })
  }
  const more = isFull || sent.length + deeds.length + events.length > 0
  // Nothing is left: changes that are no records of their own need not be looked at again.
  return { places, next: textOf(more ? known : newest), more }
}

function* newestRows(at: Connection): Work<Known> {
  return (yield* at.row<Known>(newestSql)) ?? none
}

function firstOf(
  message: Sent | undefined,
  deed: Logged | undefined,
  event: Logged | undefined,
): RecordPlace['of'] | null {
  const of = deed !== undefined && (event === undefined || deed.deed < event.deed) ? 'deed' : 'event'
  const logged = of === 'deed' ? deed : event
  if (logged === undefined) return message === undefined ? null : 'message'
  return message !== undefined && message.number <= logged.newest ? 'message' : of
}

function knownBy(cursor: RecordCursor | null): Known {
  if (cursor === null) return none
  const [, message, deed, event] = shape.exec(cursor) ?? []
  if (event === undefined) throw badCursor(cursor)
  return { message: Number(message), deed: Number(deed), event: Number(event) }
}

function textOf({ message, deed, event }: Known): RecordCursor {
  return `m${message}-d${deed}-e${event}` as RecordCursor
}
