import { isSettled } from '../../../src/domain/cold.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { parseId } from '../../../src/domain/id.ts'
import { coldLine } from '../bodies/archive-lines.ts'
import type { Connection } from '../database/connection.ts'
import { clockOf } from '../rows/clock.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findIds } from '../rows/ids.ts'
import { type FullRow, wholeColumns } from '../rows/letters.ts'
import { type CopyRow, deliveryOf, fullMessageOf } from '../rows/rows.ts'
import { findHand, type Hand, type Since } from './cold-hand.ts'

/** A message that may leave, as it was when it was looked at. */
export type Candidate = {
  readonly id: number
  readonly rank: number
  readonly sender: number
  readonly sentAt: number
  readonly more: string | null
  readonly bodyFile: string | null
  /** The last thing that had happened to it. */
  readonly event: number
  readonly line: Buffer
}

export type Surveyed = {
  readonly candidates: readonly Candidate[]
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
  /** This many of the newest messages always stay. */
  readonly beyond: number
  /** How long after a walk over all mail only what changed is looked at, ms. */
  readonly rest: number
}

/** Mail that may leave, oldest first: by a walk over all mail, from where the last survey ended, or of what changed since. */
export function survey(connection: Connection, question: Question): Surveyed {
  return connection.read(() => {
    const hand = findHand(connection)
    const isRested = hand.walked === 0 && hand.since !== null && question.now - hand.since.at < question.rest
    return isRested ? surveyChanged(connection, hand.since, question) : surveyAll(connection, hand, question)
  })
}

function surveyAll(connection: Connection, began: Hand, question: Question): Surveyed {
  const { now, beyond } = question
  const before = firstKept(connection, beyond)
  const since = began.walked === 0 ? { at: now, event: newestEvent(connection), before } : began.since
  const ids = hotIds(connection, began.walked, before, mostExamined)
  const { candidates, last } = candidatesOf(connection, ids, question)
  const isOver = ids.length < mostExamined && last === (ids.at(-1) ?? null)
  const walked = isOver ? 0 : (last ?? began.walked)
  return { candidates, began, hand: { walked, since }, more: !isOver }
}

/** Messages that are no longer among the newest `beyond`, and older ones with new events. */
function surveyChanged(connection: Connection, since: Since, question: Question): Surveyed {
  const before = firstKept(connection, question.beyond)
  const older = hotIds(connection, since.before - 1, before, mostExamined)
  const events = changesSince(connection, since.event)
  const changed = hotOnes(
    connection,
    events.map(({ message }) => message).filter((id) => id < before),
  )
  const ids = [...new Set([...older, ...changed])].toSorted((one, other) => one - other)
  const { candidates, last } = candidatesOf(connection, ids, question)
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

/** `last`: the last one that was looked at. */
function candidatesOf(connection: Connection, ids: readonly number[], { limit, now }: Question) {
  const drafted = draftedIds(connection)
  const candidates: Candidate[] = []
  let bytes = 0
  let last: number | null = null
  for (const id of ids) {
    if (candidates.length >= limit || bytes >= mostBytes) break
    last = id
    const found = drafted.has(id) ? null : candidateOf(connection, id, now)
    if (found === null) continue
    candidates.push(found)
    bytes += found.line.length
  }
  return { candidates, last }
}

/** The newest id stays in any case: the next one is counted from it. */
export function firstKept(connection: Connection, beyond: number): number {
  const sql = 'SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ? + 0'
  const row = connection.statement(sql).get(Math.max(1, beyond) - 1) as { id: number } | undefined
  return row?.id ?? 0
}

const isHot = 'NOT EXISTS(SELECT 1 FROM cold WHERE message_id = m.id)'

function hotIds(connection: Connection, after: number, before: number, most: number): readonly number[] {
  const sql = `SELECT id FROM messages m WHERE id > ? AND id < ? AND ${isHot} ORDER BY id LIMIT ? + 0`
  return connection.column(sql).all(after, before, most) as number[]
}

function hotOnes(connection: Connection, ids: readonly number[]): readonly number[] {
  const sql = `SELECT m.id FROM json_each(?) j CROSS JOIN messages m ON m.id = j.value WHERE ${isHot}`
  return connection.column(sql).all(JSON.stringify(ids)) as number[]
}

type Change = { readonly seq: number; readonly message: number }

function changesSince(connection: Connection, event: number): readonly Change[] {
  const sql = 'SELECT seq, message_id AS message FROM events WHERE seq > ? ORDER BY seq LIMIT ? + 0'
  return connection.statement(sql).all(event, mostChanged) as Change[]
}

function newestEvent(connection: Connection): number {
  return Number(connection.column('SELECT coalesce(max(seq), 0) FROM events').get())
}

/** Messages that a draft refers to stay in the store. */
function draftedIds(connection: Connection): ReadonlySet<number> {
  const sql =
    "SELECT DISTINCT value AS text FROM drafts, json_tree(drafts.fields) WHERE type = 'text' AND length(value) BETWEEN 5 AND 64 AND path || '.' || key NOT LIKE '%.subject'"
  const texts = (connection.statement(sql).all() as { text: string }[]).map(({ text }) => text)
  return new Set(texts.flatMap((text) => idsIn(connection, text)))
}

function idsIn(connection: Connection, text: string): readonly number[] {
  try {
    return findIds(connection, parseId(text))
  } catch (error) {
    if (error instanceof MailError) return []
    throw error
  }
}

type Row = FullRow & { readonly arrived_at: number }

function candidateOf(connection: Connection, id: number, now: number): Candidate | null {
  const rank = (connection.statement('SELECT rank FROM messages WHERE id = ?').get(id) as { rank: number })
    .rank
  const copies = settledCopies(connection, id, rank, now)
  if (copies === null || isPosted(connection, id, now)) return null
  const sql = `SELECT ${wholeColumns}, m.arrived_at FROM messages m WHERE m.id = ?`
  const row = connection.statement(sql).get(id) as Row
  if (copies.length === 0 && !(row.expires_at !== null && row.expires_at <= now)) return null
  const message = fullMessageOf(connection, row, row.body)
  const deliveries = copies.map((copy) => deliveryOf(connection, copy))
  return {
    id,
    rank,
    sender: row.sender_id,
    sentAt: row.sent_at,
    more: row.more,
    bodyFile: row.body_file,
    event: lastEvent(connection, id),
    line: coldLine(message, row.arrived_at, row.body_file, deliveries),
  }
}

/** All copies, or `null` as soon as one of them keeps the message. */
function settledCopies(
  connection: Connection,
  id: number,
  rank: number,
  now: number,
): readonly CopyRow[] | null {
  const copies: CopyRow[] = []
  for (const agent of ownersOf(connection, id)) {
    const row = findCopyRow(connection, agent, rank)
    if (row === undefined) continue
    const { clock } = clockOf(connection, agent, now)
    if (!isSettled(deliveryOf(connection, row), now, clock)) return null
    copies.push(row)
  }
  return copies
}

/** Every agent that got or handled a copy: an item of a queue changes owners. */
function ownersOf(connection: Connection, id: number): readonly number[] {
  const sql = `SELECT value AS id FROM messages m, json_each(m.recipients) WHERE m.id = @id
UNION SELECT agent_id FROM events WHERE message_id = @id`
  return (connection.statement(sql).all({ id }) as { id: number }[]).map((row) => row.id)
}

/** Whether somebody who joins later would still be given it, or a channel still shows it. */
function isPosted(connection: Connection, id: number, now: number): boolean {
  const sql =
    'SELECT EXISTS(SELECT 1 FROM postings WHERE message_id = @id AND done_at IS NULL AND (expires_at IS NULL OR expires_at > @now)) OR EXISTS(SELECT 1 FROM posts WHERE message_id = @id) AS posted'
  return (connection.statement(sql).get({ id, now }) as { posted: number }).posted === 1
}

export function lastEvent(connection: Connection, id: number): number {
  const sql = 'SELECT coalesce(max(seq), 0) AS seq FROM events WHERE message_id = ?'
  return (connection.statement(sql).get(id) as { seq: number }).seq
}
