import { isSettled } from '../../../src/domain/cold.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { parseId } from '../../../src/domain/id.ts'
import { clockOf } from '../database/clock.ts'
import type { Connection } from '../database/connection.ts'
import { findFact } from '../database/facts.ts'
import { coldLine } from '../rows/archive-lines.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findIds } from '../rows/ids.ts'
import { type FullRow, wholeColumns } from '../rows/letters.ts'
import { type CopyRow, deliveryOf, fullMessageOf } from '../rows/rows.ts'

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

/** `hand`: where the next survey goes on; 0 when this one came to the end. */
export type Surveyed = {
  readonly candidates: readonly Candidate[]
  readonly began: number
  readonly hand: number
}

/** So much is looked at, and put together, in one go. */
const [mostExamined, mostBytes] = [2000, 4 * 2 ** 20]

/** Mail that may leave, oldest first, from where the last survey ended. The newest `beyond` messages always stay. */
export function survey(connection: Connection, limit: number, now: number, beyond: number): Surveyed {
  return connection.read(() => {
    const began = Number(findFact(connection, 'cold_hand') ?? 0)
    const ids = hotIds(connection, began, firstKept(connection, beyond))
    const drafted = draftedIds(connection)
    const candidates: Candidate[] = []
    let bytes = 0
    let hand = began
    for (const id of ids) {
      if (candidates.length >= limit || bytes >= mostBytes) return { candidates, began, hand }
      hand = id
      const found = drafted.has(id) ? null : candidateOf(connection, id, now)
      if (found === null) continue
      candidates.push(found)
      bytes += found.line.length
    }
    return { candidates, began, hand: ids.length < mostExamined ? 0 : hand }
  })
}

/** The newest id stays in any case: the next one is counted from it. */
export function firstKept(connection: Connection, beyond: number): number {
  const sql = 'SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ? + 0'
  const row = connection.statement(sql).get(Math.max(1, beyond) - 1) as { id: number } | undefined
  return row?.id ?? 0
}

function hotIds(connection: Connection, after: number, before: number): readonly number[] {
  const sql = `SELECT id FROM messages m WHERE id > ? AND id < ? AND NOT EXISTS(SELECT 1 FROM cold WHERE message_id = m.id) ORDER BY id LIMIT ${mostExamined}`
  return (connection.statement(sql).all(after, before) as { id: number }[]).map(({ id }) => id)
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
