import { isSettled } from '../../../src/domain/cold.ts'
import type { Delivery } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { parseId } from '../../../src/domain/id.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { FullMessage } from '../../../src/domain/message.ts'
import { clockOf } from '../clock.ts'
import type { Cells, Connection, Shape } from '../connection.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { findIds } from '../rows/ids.ts'
import { type CopyRow, deliveryOf, fullMessageOf, type MessageRow, messageShape } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'
import { findHand, type Hand, type Since } from './cold-hand.ts'

/** A message that may leave, as it was when it was looked at. */
export type Candidate<Line> = {
  readonly id: number
  readonly rank: number
  readonly sender: number
  readonly sentAt: number
  readonly more: string | null
  readonly bodyFile: string | null
  /** The last thing that had happened to it. */
  readonly event: number
  readonly line: Line
}

export type Surveyed<Line> = {
  readonly candidates: readonly Candidate<Line>[]
  readonly began: Hand
  /** Where the next survey goes on: the same hand where nothing is left. */
  readonly hand: Hand
  /** There is more to look at now. */
  readonly more: boolean
}

/** So much is looked at, and put together, in one go. */
const [mostExamined, mostChanged, mostBytes] = [2000, 500, 4 * 2 ** 20]

export type Question = {
  readonly limit: number
  readonly now: number
  /** This many of the newest messages always stay, whatever their status: to count settled mail alone would be to look at all of it. */
  readonly beyond: number
  /** How long after a walk over all mail only what changed is looked at, ms. */
  readonly rest: number
}

export type Leaving = {
  readonly message: FullMessage
  readonly arrivedAt: number
  /** A body too big for a row has a file of its own already, and stays there. */
  readonly bodyFile: string | null
  readonly deliveries: readonly Delivery[]
}

/** What is kept of a message that leaves, as an engine keeps it. */
type Kept<Line> = (leaving: Leaving) => Line
export type Sized = { readonly length: number }

/** Mail that may leave, oldest first: by a walk over all mail, from where the last survey ended, or of what changed since. */
export function survey<Line extends Sized>(
  connection: Connection,
  lineOf: Kept<Line>,
  question: Question,
): Work<Surveyed<Line>> {
  return connection.read(function* (at) {
    const hand = yield* findHand(at)
    const isRested = hand.walked === 0 && hand.since !== null && question.now - hand.since.at < question.rest
    if (isRested) return yield* surveyChanged(at, lineOf, hand.since, question)
    return yield* surveyAll(at, lineOf, hand, question)
  })
}

function* surveyAll<Line extends Sized>(
  connection: Connection,
  lineOf: Kept<Line>,
  began: Hand,
  question: Question,
): Work<Surveyed<Line>> {
  const { now, beyond } = question
  const before = yield* firstKept(connection, beyond)
  const since = began.walked === 0 ? { at: now, event: yield* newestEvent(connection), before } : began.since
  const ids = yield* hotIds(connection, began.walked, before, mostExamined)
  const { candidates, last } = yield* candidatesOf(connection, lineOf, ids, question)
  const isOver = ids.length < mostExamined && last === (ids.at(-1) ?? null)
  const walked = isOver ? 0 : (last ?? began.walked)
  return { candidates, began, hand: { walked, since }, more: !isOver }
}

/** Messages that are no longer among the newest `beyond`, and older ones with new events. */
function* surveyChanged<Line extends Sized>(
  connection: Connection,
  lineOf: Kept<Line>,
  since: Since,
  question: Question,
): Work<Surveyed<Line>> {
  const before = yield* firstKept(connection, question.beyond)
  const older = yield* hotIds(connection, since.before - 1, before, mostExamined)
  const events = yield* changesSince(connection, since.event)
  const changed = yield* hotOnes(
    connection,
    events.map(({ message }) => message).filter((id) => id < before),
  )
  const ids = [...new Set([...older, ...changed])].toSorted((one, other) => one - other)
  const { candidates, last } = yield* candidatesOf(connection, lineOf, ids, question)
  const began = { walked: 0, since }
  // The candidates will move, so the next survey does not find them again.
  if (last !== (ids.at(-1) ?? null)) return { candidates, began, hand: began, more: candidates.length > 0 }
  const isAll = older.length < mostExamined
  const hand = {
    walked: 0,
    since: {
      at: since.at,
      event: events.at(-1)?.seq ?? since.event,
      before: isAll ? before : (older.at(-1) ?? before) + 1,
    },
  }
  return { candidates, began, hand, more: !isAll || events.length === mostChanged }
}

type Found<Line> = {
  readonly candidates: readonly Candidate<Line>[]
  /** The last one that was looked at. */
  readonly last: number | null
}

function* candidatesOf<Line extends Sized>(
  connection: Connection,
  lineOf: Kept<Line>,
  ids: readonly number[],
  { limit, now }: Question,
): Work<Found<Line>> {
  const drafted = yield* draftedIds(connection)
  const candidates: Candidate<Line>[] = []
  let bytes = 0
  let last: number | null = null
  for (const id of ids) {
    if (candidates.length >= limit || bytes >= mostBytes) break
    last = id
    const found = drafted.has(id) ? null : yield* candidateOf(connection, lineOf, id, now)
    if (found === null) continue
    candidates.push(found)
    bytes += found.line.length
  }
  return { candidates, last }
}

/** The newest id stays in any case: the next one is counted from it. */
export function* firstKept(connection: Connection, beyond: number): Work<number> {
  const sql = 'SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ?'
  return (yield* connection.cell<number>(sql, Math.max(1, beyond) - 1)) ?? 0
}

const isHot = 'NOT EXISTS(SELECT 1 FROM cold WHERE message_id = m.id)'

function hotIds(
  connection: Connection,
  after: number,
  before: number,
  most: number,
): Work<readonly number[]> {
  const sql = `SELECT id FROM messages m WHERE id > ? AND id < ? AND ${isHot} ORDER BY id LIMIT ?`
  return connection.cells<number>(sql, after, before, most)
}

function hotOnes(connection: Connection, ids: readonly number[]): Work<readonly number[]> {
  const sql = `SELECT m.id FROM numbers(?) j CROSS JOIN messages m ON m.id = j.value WHERE ${isHot}`
  return connection.cells<number>(sql, JSON.stringify(ids))
}

type Change = { readonly seq: number; readonly message: number }

function changesSince(connection: Connection, event: number): Work<readonly Change[]> {
  const sql = 'SELECT seq, message_id AS message FROM events WHERE seq > ? ORDER BY seq LIMIT ?'
  return connection.rows<Change>(sql, event, mostChanged)
}

function* newestEvent(connection: Connection): Work<number> {
  return (yield* connection.cell<number>('SELECT max(seq) FROM events')) ?? 0
}

/** Messages that a draft refers to stay in the store. */
function* draftedIds(connection: Connection): Work<ReadonlySet<number>> {
  const drafts = yield* connection.cells<string>('SELECT fields FROM drafts')
  const texts = new Set(drafts.flatMap((fields) => textsIn(JSON.parse(fields) as Json)))
  const found = yield* sideBySide(connection, [...texts], (each, text) => idsIn(each, text))
  return new Set(found.flat())
}

/** Texts that may be ids; a subject never is one. */
function textsIn(value: Json, key = ''): readonly string[] {
  if (typeof value === 'string')
    return key !== 'subject' && value.length >= 5 && value.length <= 64 ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, part]) => textsIn(part as Json, name))
}

function* idsIn(connection: Connection, text: string): Work<readonly number[]> {
  try {
    return yield* findIds(connection, parseId(text))
  } catch (error) {
    if (error instanceof MailError) return []
    throw error
  }
}

type Row = MessageRow & { readonly arrived_at: number }

const arrivedAt = messageShape.columns.split(', ').length
const rowShape: Shape<Row> = {
  columns: `${messageShape.columns}, m.arrived_at`,
  rowOf: (cells: Cells) => ({ ...messageShape.rowOf(cells), arrived_at: cells[arrivedAt] ?? 0 }),
}

function* candidateOf<Line>(
  connection: Connection,
  lineOf: Kept<Line>,
  id: number,
  now: number,
): Work<Candidate<Line> | null> {
  const rank = (yield* rankOfMessage(connection, id)) ?? 0
  const copies = yield* settledCopies(connection, id, rank, now)
  if (copies === null || (yield* isPosted(connection, id, now))) return null
  const [row] = yield* connection.whole(rowShape, 'messages m WHERE m.id = ?', id)
  if (row === undefined) return null
  if (copies.length === 0 && !(row.expires_at !== null && row.expires_at <= now)) return null
  const { body_file: bodyFile } = row
  const message = yield* fullMessageOf(connection, row, row.body)
  const deliveries = yield* sideBySide(connection, copies, (each, copy) => deliveryOf(each, copy))
  return {
    id,
    rank,
    sender: row.sender_id,
    sentAt: row.sent_at,
    more: row.more,
    bodyFile,
    event: yield* lastEvent(connection, id),
    line: lineOf({ message, arrivedAt: row.arrived_at, bodyFile, deliveries }),
  }
}

/** All copies, or `null` as soon as one of them keeps the message. */
function* settledCopies(
  connection: Connection,
  id: number,
  rank: number,
  now: number,
): Work<readonly CopyRow[] | null> {
  const copies: CopyRow[] = []
  for (const agent of yield* ownersOf(connection, id)) {
    const row = yield* findCopyRow(connection, agent, rank)
    if (row === undefined) continue
    const { clock } = yield* clockOf(connection, agent, now)
    if (!isSettled(yield* deliveryOf(connection, row), now, clock)) return null
    copies.push(row)
  }
  return copies
}

/** Every agent that got or handled a copy: an item of a queue changes owners. */
function ownersOf(connection: Connection, id: number): Work<readonly number[]> {
  const sql = `SELECT j.value AS id FROM messages m, numbers(m.recipients) j WHERE m.id = @id
UNION SELECT agent_id FROM events WHERE message_id = @id ORDER BY 1`
  return connection.cells<number>(sql, { id })
}

/** Whether somebody who joins later would still be given it, or a channel still shows it. */
function* isPosted(connection: Connection, id: number, now: number): Work<boolean> {
  const sql =
    'SELECT 1 WHERE EXISTS(SELECT 1 FROM postings WHERE message_id = @id AND done_at IS NULL AND (expires_at IS NULL OR expires_at > @now)) OR EXISTS(SELECT 1 FROM posts WHERE message_id = @id)'
  return (yield* connection.cell(sql, { id, now })) !== undefined
}

export function* lastEvent(connection: Connection, id: number): Work<number> {
  return (yield* connection.cell<number>('SELECT max(seq) FROM events WHERE message_id = ?', id)) ?? 0
}
