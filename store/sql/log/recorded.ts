import type { ChangeWord, RosterWord } from '../../../src/domain/change.ts'
import type { RecordCursor } from '../../cursor.ts'
import type { LogStore, Recorded, StoreRecord } from '../../log-store.ts'
import type { Connection } from '../connection.ts'
import { badCursor } from '../cursors.ts'
import { laterCursor, type RecordOrder, type RecordPlace } from '../record-order.ts'
import { addressOf, learnNames } from '../rows/names.ts'
import { eachBeside } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { type EventRow, eventColumns, eventOf, type Following } from './log.ts'

type Row = Omit<StoreRecord, 'cursor'>
type SentRow = {
  readonly id: number
  readonly sender_id: number
  readonly principal: string | null
  readonly at: number
  readonly written: string
}
type DeedRow = Pick<StoreRecord, 'at' | 'principal' | 'session' | 'command' | 'about'> & {
  readonly id: number
  readonly actor_id: number
  readonly what: ChangeWord | RosterWord
}

const sentSql =
  'SELECT m.id, m.sender_id, m.principal, m.arrived_at AS at, m.written FROM numbers(?) j CROSS JOIN messages m ON m.id = j.value'
const deedsSql = `SELECT d.id, d.actor_id, d.principal, d.at, d.what, d.session, d.command, d.about
FROM numbers(?) j CROSS JOIN deeds d ON d.id = j.value`
const eventsSql = `SELECT ${eventColumns}
FROM numbers(?) j CROSS JOIN events e ON e.seq = j.value CROSS JOIN deeds t ON t.id = e.deed_id`

export function openRecorded(order: RecordOrder) {
  return (connection: Connection): Working<Pick<LogStore, Following>> => ({
    recorded: (after, most) => connection.read((at) => recordedAfter(at, order, after, most)),
    newestRecord: () =>
      connection.read(function* (at) {
        const [cursor, newest] = yield* eachBeside(at, order.newest, (each) =>
          each.row<{ readonly id: number; readonly at: number }>(newestSql),
        )
        return newest === undefined ? cursor : marked(cursor, markOf('message', newest.id, newest.at))
      }),
  })
}

const newestSql = 'SELECT id, arrived_at AS at FROM messages ORDER BY id DESC LIMIT 1'

const letters = { message: 'm', deed: 'd', event: 'e' } as const
const kinds = { m: 'message', d: 'deed', e: 'event' } as const
const timeSql = {
  message: 'SELECT arrived_at FROM messages WHERE id = ?',
  deed: 'SELECT at FROM deeds WHERE id = ?',
  event: 'SELECT t.at FROM events e CROSS JOIN deeds t ON t.id = e.deed_id WHERE e.seq = ?',
}

/** A record that the cursor comes after, and its time: in a store that was restored from a backup, and grew again, another one has its number. */
function markOf(of: RecordPlace['of'], number: number, at: number): string {
  return `${letters[of]}${number}.${at}`
}

function marked(cursor: RecordCursor, mark: string): RecordCursor {
  return `${cursor}~${mark}` as RecordCursor
}

type Marked = { readonly cursor: RecordCursor | null; readonly mark: string | null }

/** A cursor of an older version has no mark. */
function readMarked(text: RecordCursor | null): Marked {
  const [cursor = null, mark = null] = text?.split('~') ?? []
  return { cursor: cursor as RecordCursor | null, mark }
}

/** @throws MailError `conflict` the record is not there, or another one is */
function* requireMarked(at: Connection, after: RecordCursor | null, mark: string | null): Work<void> {
  if (after === null || mark === null) return
  const [, letter, number, time] = /^([mde])(\d{1,16})\.(\d{1,16})$/u.exec(mark) ?? []
  if (letter === undefined) throw badCursor(after)
  const found = yield* at.cell<number>(timeSql[kinds[letter as keyof typeof kinds]], Number(number))
  if (found !== Number(time)) throw laterCursor(after)
}

/** What was recorded after a cursor: its places first, then the rows of each kind by one look. */
function* recordedAfter(
  at: Connection,
  order: RecordOrder,
  after: RecordCursor | null,
  most: number,
): Work<Recorded> {
  const { cursor: from, mark } = readMarked(after)
  const [{ places, ...rest }] = yield* eachBeside(
    at,
    (each) => order.after(each, from, most),
    (each) => requireMarked(each, after, mark),
  )
  const next = (last: string | null) => (last === null ? rest.next : marked(rest.next, last))
  if (places.length === 0) return { rows: [], ...rest, next: next(mark) }
  const numbers = (of: RecordPlace['of']) =>
    JSON.stringify(places.filter((place) => place.of === of).map(({ number }) => number))
  const [sent, deeds, events] = yield* eachBeside(
    at,
    (each) => each.rows<SentRow>(sentSql, numbers('message')),
    (each) => each.rows<DeedRow>(deedsSql, numbers('deed')),
    (each) => each.rows<EventRow>(eventsSql, numbers('event')),
  )
  yield* learnNames(at, [
    ...sent.map(({ sender_id }) => sender_id),
    ...deeds.map(({ actor_id }) => actor_id),
    ...events.flatMap(({ actor_id, agent_id }) => [actor_id, agent_id]),
  ])
  const found = {
    message: new Map<number, Row>(),
    deed: new Map<number, Row>(),
    event: new Map<number, Row>(),
  }
  for (const row of sent) found.message.set(row.id, yield* sentRecord(at, row))
  for (const row of deeds) found.deed.set(row.id, yield* deedRecord(at, row))
  for (const row of events) found.event.set(row.seq, yield* eventRecord(at, row))
  const rows = places.flatMap(({ of, number, cursor }): readonly StoreRecord[] => {
    const row = found[of].get(number)
    return row === undefined ? [] : [{ cursor: marked(cursor, markOf(of, number, row.at)), ...row }]
  })
  const last = rows.at(-1)
  return { rows, ...rest, next: next(last === undefined ? mark : readMarked(last.cursor).mark) }
}

function* sentRecord(at: Connection, { id, sender_id, principal, at: time, written }: SentRow): Work<Row> {
  const { to } = JSON.parse(written) as { readonly to: readonly string[] }
  return {
    change: null,
    at: time,
    actor: yield* addressOf(at, sender_id),
    principal,
    session: null,
    command: null,
    what: 'sent',
    message: id,
    owner: null,
    about: to.join(', '),
    detail: null,
  }
}

function* deedRecord(at: Connection, { id, actor_id, ...row }: DeedRow): Work<Row> {
  return {
    ...row,
    change: id,
    actor: yield* addressOf(at, actor_id),
    message: null,
    owner: null,
    detail: null,
  }
}

function* eventRecord(at: Connection, row: EventRow): Work<Row> {
  const { seq: _, deed: change, ...event } = yield* eventOf(at, row)
  return { ...event, change, about: null }
}
