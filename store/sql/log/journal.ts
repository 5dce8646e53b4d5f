import { type ChangeWord, changeWords } from '../../../src/domain/change.ts'
import type { JournalEntry, Page, PageRequest } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { badCursor } from '../cursors.ts'
import { firstSince, firstSinceSql } from '../first-since.ts'
import { addressOf, findNumber } from '../rows/names.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'

/** Messages named in an entry; its count is exact. */
const mostNamed = 100

/** A change counts as undone while an undo of it exists that was not itself reversed by a redo. */
export const isUndone = `EXISTS(
  SELECT 1 FROM deeds u WHERE u.reverses = d.id AND NOT EXISTS(SELECT 1 FROM deeds r WHERE r.reverses = u.id))`

/** Nobody can undo the automatic changes of a runner or patrol. */
const isMade = `d.what IN (${changeWords.map((word) => `'${word}'`).join(', ')})
  AND d.command IS DISTINCT FROM 'patrol' AND NOT (d.what = 'renew' AND d.command IS NOT DISTINCT FROM 'run')`

const changesSql = (
  standing: boolean,
) => `SELECT d.id, d.at, d.what, d.undoable, d.principal, d.about, d.newest,
  ${isUndone} AS undone FROM deeds d
WHERE d.actor_id = @actor AND d.id >= @from AND d.id < @before AND ${isMade} ${standing ? `AND NOT ${isUndone}` : ''}
ORDER BY d.id DESC LIMIT @most`
const sentSql = `SELECT m.id, m.sent_at, m.principal, m.subject, m.written FROM messages m
WHERE m.sender_id = @actor AND m.id >= @from AND m.id < @before AND text_at(m.more, imported) IS NULL
ORDER BY m.id DESC LIMIT @most`
const touchedSql = `SELECT e.message_id AS id, e.agent_id AS agent, count(*) OVER () AS count
FROM (SELECT min(e.seq) AS seq FROM deeds d CROSS JOIN events e ON of_deed(e, d) WHERE d.id = ? GROUP BY e.message_id) f
CROSS JOIN events e ON e.seq = f.seq ORDER BY e.seq LIMIT ${mostNamed}`

const activeSql = `SELECT d.at FROM deeds d WHERE d.actor_id = @actor AND d.id >= ${firstSinceSql('deeds', '@since')} AND ${isMade}
UNION ALL SELECT m.sent_at FROM messages m WHERE m.sender_id = @actor AND m.id >= ${firstSinceSql('messages', '@since')} AND text_at(m.more, imported) IS NULL
ORDER BY 1 DESC LIMIT @most`

type ChangeRow = {
  readonly id: number
  readonly at: number
  readonly what: ChangeWord
  readonly undoable: number
  readonly principal: string | null
  readonly about: string | null
  readonly newest: number | null
  readonly undone: number
}
type SentRow = {
  readonly id: number
  readonly sent_at: number
  readonly principal: string | null
  readonly subject: string
  readonly written: string
}
type Touched = { readonly id: number; readonly agent: number; readonly count: number }

/** Where the next page begins: before this change, and before this message. */
type Cursor = { readonly change: number; readonly message: number }
type Stretch = {
  readonly from: Cursor
  readonly before: Cursor
  readonly most: number
  /** Without what was undone. */
  readonly standing: boolean
}

const first: Cursor = { change: 0, message: 0 }
const last: Cursor = { change: Number.MAX_SAFE_INTEGER, message: Number.MAX_SAFE_INTEGER }

/** An actor's changes and sent messages, newest first. */
export function* journalPage(
  connection: Connection,
  actor: string,
  since: number | null,
  { limit, after }: PageRequest,
): Work<Page<JournalEntry>> {
  const id = yield* findNumber(connection, actor)
  if (id === undefined) return { rows: [], next: null }
  const from = since === null ? first : yield* cursorAt(connection, since)
  const before = after === null ? last : cursorOf(after)
  const found = yield* merged(connection, id, { from, before, most: limit + 1, standing: false })
  const page = found.slice(0, limit)
  return {
    rows: yield* sideBySide(connection, page, (each, one) => entryOf(each, actor, one)),
    next: found.length > limit ? cursorText(page.reduce(beyond, before)) : null,
  }
}

/** When an actor changed or sent something, newest first. */
export function* activeTimes(
  connection: Connection,
  actor: string,
  since: number,
  most: number,
): Work<readonly number[]> {
  const id = yield* findNumber(connection, actor)
  if (id === undefined) return []
  const times = yield* connection.cells<number>(activeSql, { actor: id, since, most })
  return times.map(Number).filter((at) => at >= since)
}

/** The first change and the first message of a time. */
function* cursorAt(connection: Connection, since: number): Work<Cursor> {
  const [changes, messages] = yield* eachBeside(
    connection,
    (at) => firstSince(at, 'deeds', since),
    (at) => firstSince(at, 'messages', since),
  )
  return { change: changes.first, message: messages.first }
}

/** The change that undo means: the last one that stands. */
export function* lastStanding(connection: Connection, actor: string): Work<JournalEntry | null> {
  const id = yield* findNumber(connection, actor)
  if (id === undefined) return null
  const [newest] = yield* merged(connection, id, { from: first, before: last, most: 1, standing: true })
  return newest === undefined ? null : yield* entryOf(connection, actor, newest)
}

/** One change of the actor; `null` if it made none of that number. */
export function* changeOf(connection: Connection, actor: string, change: number): Work<JournalEntry | null> {
  const id = yield* findNumber(connection, actor)
  if (id === undefined) return null
  const sql = changesSql(false)
  const bounds = { actor: id, from: change, before: change + 1, most: 1 }
  const row = yield* connection.row<ChangeRow>(sql, bounds)
  return row === undefined ? null : yield* entryOf(connection, actor, { change: row })
}

type Entry = { readonly change: ChangeRow } | { readonly sent: SentRow }

/** Both logs as one: a change notes the newest message of its time, so that their order is exact. */
function* merged(connection: Connection, actor: number, stretch: Stretch): Work<readonly Entry[]> {
  const { from, before, most, standing } = stretch
  const bounds = (of: keyof Cursor) => ({ actor, from: from[of], before: before[of], most })
  const found = yield* eachBeside(
    connection,
    (at) => at.rows<ChangeRow>(changesSql(standing), bounds('change')),
    (at) => at.rows<SentRow>(sentSql, bounds('message')),
  )
  const [changes, sent] = [[...found[0]], [...found[1]]]
  const entries: Entry[] = []
  while (entries.length < most) {
    const [change] = changes
    const [message] = sent
    if (message !== undefined && (change === undefined || isLater(message, change))) {
      entries.push({ sent: message })
      sent.shift()
    } else if (change !== undefined) {
      entries.push({ change })
      changes.shift()
    } else break
  }
  return entries
}

function isLater(message: SentRow, change: ChangeRow): boolean {
  return change.newest === null ? message.sent_at > change.at : message.id > change.newest
}

function* entryOf(connection: Connection, actor: string, entry: Entry): Work<JournalEntry> {
  if ('sent' in entry) {
    const { id, sent_at: at, principal, subject, written } = entry.sent
    const { to } = JSON.parse(written) as { readonly to: readonly string[] }
    return {
      change: null,
      at,
      what: 'sent',
      principal,
      messages: [id],
      count: 1,
      subject,
      about: to.join(', '),
      undoable: false,
      undone: false,
    }
  }
  const { id, at, what, principal, about, undoable, undone } = entry.change
  const touched = yield* connection.rows<Touched>(touchedSql, id)
  const [one] = touched
  const [owner, subject] =
    one === undefined
      ? [null, '']
      : yield* eachBeside(
          connection,
          (at) => addressOf(at, one.agent),
          (at) => subjectOf(at, one.id),
        )
  return {
    change: id,
    at,
    what,
    principal,
    messages: touched.map((message) => message.id),
    count: one?.count ?? 0,
    subject,
    about: about ?? (owner === actor ? null : owner),
    undoable: undoable === 1,
    undone: undone === 1,
  }
}

function* subjectOf(connection: Connection, message: number): Work<string> {
  return (yield* connection.cell<string>('SELECT subject FROM messages WHERE id = ?', message)) ?? ''
}

function beyond(cursor: Cursor, entry: Entry): Cursor {
  return 'sent' in entry ? { ...cursor, message: entry.sent.id } : { ...cursor, change: entry.change.id }
}

function cursorText({ change, message }: Cursor): string {
  return `${change}.${message}`
}

function cursorOf(text: string): Cursor {
  const [change = Number.NaN, message = Number.NaN] = text.split('.').map(Number)
  if (Number.isSafeInteger(change) && Number.isSafeInteger(message)) return { change, message }
  throw badCursor(text)
}
