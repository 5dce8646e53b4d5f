import { type ChangeWord, changeWords } from '../../../src/domain/change.ts'
import type { JournalEntry, Page, PageRequest } from '../../mail-store.ts'
import { badCursor } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { firstSince } from '../rows/first-since.ts'
import { namesOf } from '../rows/names.ts'

/** Messages named in an entry; its count is exact. */
const mostNamed = 100

/** A change counts as undone while an undo of it exists that was not itself reversed by a redo. */
export const isUndone = `EXISTS(
  SELECT 1 FROM deeds u WHERE u.reverses = d.id AND NOT EXISTS(SELECT 1 FROM deeds r WHERE r.reverses = u.id))`

/** What a runner or patrol does by itself is nobody's change to take back. */
const isMade = `d.what IN (${changeWords.map((word) => `'${word}'`).join(', ')})
  AND d.command IS DISTINCT FROM 'patrol' AND NOT (d.what = 'renew' AND d.command IS NOT DISTINCT FROM 'run')`

const changesSql = (
  standing: boolean,
) => `SELECT d.id, d.at, d.what, d.undoable, d.principal, d.about, d.newest,
  ${isUndone} AS undone FROM deeds d
WHERE d.actor_id = @actor AND d.id >= @from AND d.id < @before AND ${isMade} ${standing ? `AND NOT ${isUndone}` : ''}
ORDER BY d.id DESC LIMIT @most`
const sentSql = `SELECT m.id, m.sent_at, m.principal, m.subject, m.written FROM messages m
WHERE m.sender_id = @actor AND m.id >= @from AND m.id < @before AND readable(m.more)::json ->> 'imported' IS NULL
ORDER BY m.id DESC LIMIT @most`
const touchedSql = `SELECT e.message_id AS id, e.agent_id AS agent, count(*) OVER () AS count
FROM (SELECT DISTINCT ON (message_id) message_id, agent_id, seq FROM events WHERE deed_id = ? ORDER BY message_id, seq) e ORDER BY e.seq LIMIT ${mostNamed}`

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

/** What an actor changed and sent, newest first. */
export async function journalPage(
  connection: Connection,
  actor: string,
  since: number | null,
  { limit, after }: PageRequest,
): Promise<Page<JournalEntry>> {
  const id = await namesOf(connection).find(actor)
  if (id === undefined) return { rows: [], next: null }
  const from =
    since === null
      ? first
      : {
          change: (await firstSince(connection, 'deeds', 'at', since)).first,
          message: (await firstSince(connection, 'messages', 'arrived_at', since)).first,
        }
  const before = after === null ? last : cursorOf(after)
  const found = await merged(connection, id, { from, before, most: limit + 1, standing: false })
  const page = found.slice(0, limit)
  return {
    rows: await mapped(page, async (one) => entryOf(connection, actor, one)),
    next: found.length > limit ? cursorText(page.reduce(beyond, before)) : null,
  }
}

/** The change that undo means: the last one that stands. */
export async function lastStanding(connection: Connection, actor: string): Promise<JournalEntry | null> {
  const id = await namesOf(connection).find(actor)
  if (id === undefined) return null
  const [newest] = await merged(connection, id, { from: first, before: last, most: 1, standing: true })
  return newest === undefined ? null : await entryOf(connection, actor, newest)
}

/** One change of the actor; `null` if it made none of that number. */
export async function changeOf(
  connection: Connection,
  actor: string,
  change: number,
): Promise<JournalEntry | null> {
  const id = await namesOf(connection).find(actor)
  if (id === undefined) return null
  const sql = changesSql(false)
  const bounds = { actor: id, from: change, before: change + 1, most: 1 }
  const row = (await connection.statement(sql).get(bounds)) as ChangeRow | undefined
  return row === undefined ? null : await entryOf(connection, actor, { change: row })
}

type Entry = { readonly change: ChangeRow } | { readonly sent: SentRow }

/** Both logs as one: a change notes the newest message of its time, so that their order is exact. */
async function merged(connection: Connection, actor: number, stretch: Stretch): Promise<readonly Entry[]> {
  const { from, before, most, standing } = stretch
  const changes = (await connection
    .statement(changesSql(standing))
    .all({ actor, from: from.change, before: before.change, most })) as ChangeRow[]
  const sent = (await connection
    .statement(sentSql)
    .all({ actor, from: from.message, before: before.message, most })) as SentRow[]
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

async function entryOf(connection: Connection, actor: string, entry: Entry): Promise<JournalEntry> {
  if ('sent' in entry) {
    const { id, sent_at: at, principal, subject, written } = entry.sent
    const { to } = JSON.parse(written) as { readonly to: readonly string[] }
    return {
      ...{ change: null, at, what: 'sent', principal, messages: [id], count: 1, subject },
      ...{ about: to.join(', '), undoable: false, undone: false },
    }
  }
  const { id, at, what, principal, about, undoable, undone } = entry.change
  const touched = (await connection.statement(touchedSql).all(id)) as Touched[]
  const [one] = touched
  const owner = one === undefined ? null : await namesOf(connection).of(one.agent)
  return {
    ...{ change: id, at, what, principal },
    messages: touched.map((message) => message.id),
    count: one?.count ?? 0,
    subject: one === undefined ? '' : await subjectOf(connection, one.id),
    about: about ?? (owner === actor ? null : owner),
    undoable: undoable === 1,
    undone: undone === 1,
  }
}

async function subjectOf(connection: Connection, message: number): Promise<string> {
  return String((await connection.column('SELECT subject FROM messages WHERE id = ?').get(message)) ?? '')
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
