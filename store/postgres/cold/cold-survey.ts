import { isSettled } from '../../../src/domain/cold.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { parseId } from '../../../src/domain/id.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { coldLine } from '../engine/archive-lines.ts'
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
  /** The last thing that had happened to it. */
  readonly event: number
  readonly line: string
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
  /** The newest so many messages always stay. */
  readonly beyond: number
  /** How long after a walk over all mail only what changed is looked at, ms. */
  readonly rest: number
}

/** Mail that may leave, oldest first: by a walk over all mail, from where the last survey ended, or of what changed since. */
export async function survey(connection: Connection, question: Question): Promise<Surveyed> {
  return connection.read(async () => {
    const hand = await findHand(connection)
    const isRested = hand.walked === 0 && hand.since !== null && question.now - hand.since.at < question.rest
    return isRested
      ? await surveyChanged(connection, hand.since, question)
      : await surveyAll(connection, hand, question)
  })
}

async function surveyAll(connection: Connection, began: Hand, question: Question): Promise<Surveyed> {
  const { now, beyond } = question
  const before = await firstKept(connection, beyond)
  const since = began.walked === 0 ? { at: now, event: await newestEvent(connection), before } : began.since
  const ids = await hotIds(connection, began.walked, before, mostExamined)
  const { candidates, last } = await candidatesOf(connection, ids, question)
  const isOver = ids.length < mostExamined && last === (ids.at(-1) ?? null)
  const walked = isOver ? 0 : (last ?? began.walked)
  return { candidates, began, hand: { walked, since }, more: !isOver }
}

/** What came to be older than the newest `beyond`, and what anything happened to. */
async function surveyChanged(connection: Connection, since: Since, question: Question): Promise<Surveyed> {
  const before = await firstKept(connection, question.beyond)
  const older = await hotIds(connection, since.before - 1, before, mostExamined)
  const events = await changesSince(connection, since.event)
  const changed = await hotOnes(
    connection,
    events.map(({ message }) => message).filter((id) => id < before),
  )
  const ids = [...new Set([...older, ...changed])].toSorted((one, other) => one - other)
  const { candidates, last } = await candidatesOf(connection, ids, question)
  const began = { walked: 0, since }
  // What was found leaves, and is not found again.
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
async function candidatesOf(connection: Connection, ids: readonly number[], { limit, now }: Question) {
  const drafted = await draftedIds(connection)
  const candidates: Candidate[] = []
  let bytes = 0
  let last: number | null = null
  for (const id of ids) {
    if (candidates.length >= limit || bytes >= mostBytes) break
    last = id
    const found = drafted.has(id) ? null : await candidateOf(connection, id, now)
    if (found === null) continue
    candidates.push(found)
    bytes += found.line.length
  }
  return { candidates, last }
}

/** The newest id stays in any case: the next one is counted from it. */
export async function firstKept(connection: Connection, beyond: number): Promise<number> {
  const sql = 'SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ?'
  const row = (await connection.statement(sql).get(Math.max(1, beyond) - 1)) as { id: number } | undefined
  return row?.id ?? 0
}

const isHot = 'NOT EXISTS(SELECT 1 FROM cold WHERE message_id = m.id)'

async function hotIds(
  connection: Connection,
  after: number,
  before: number,
  most: number,
): Promise<readonly number[]> {
  const sql = `SELECT id FROM messages m WHERE id > ? AND id < ? AND ${isHot} ORDER BY id LIMIT ?`
  return (await connection.column(sql).all(after, before, most)) as number[]
}

async function hotOnes(connection: Connection, ids: readonly number[]): Promise<readonly number[]> {
  const sql = `SELECT m.id FROM numbers(?) j JOIN messages m ON m.id = j.value WHERE ${isHot}`
  return (await connection.column(sql).all(JSON.stringify(ids))) as number[]
}

type Change = { readonly seq: number; readonly message: number }

async function changesSince(connection: Connection, event: number): Promise<readonly Change[]> {
  const sql = 'SELECT seq, message_id AS message FROM events WHERE seq > ? ORDER BY seq LIMIT ?'
  return (await connection.statement(sql).all(event, mostChanged)) as Change[]
}

async function newestEvent(connection: Connection): Promise<number> {
  return Number(await connection.column('SELECT coalesce(max(seq), 0) FROM events').get())
}

/** Messages that a draft refers to stay in the store. */
async function draftedIds(connection: Connection): Promise<ReadonlySet<number>> {
  const drafts = (await connection.column('SELECT fields FROM drafts').all()) as string[]
  const texts = [...new Set(drafts.flatMap((fields) => textsIn(JSON.parse(fields) as Json)))]
  return new Set(await flatMapped(texts, async (text) => idsIn(connection, text)))
}

/** Texts that may be ids; a subject never is one. */
function textsIn(value: Json, key = ''): readonly string[] {
  if (typeof value === 'string')
    return key !== 'subject' && value.length >= 5 && value.length <= 64 ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, part]) => textsIn(part as Json, name))
}

async function idsIn(connection: Connection, text: string): Promise<readonly number[]> {
  try {
    return await findIds(connection, parseId(text))
  } catch (error) {
    if (error instanceof MailError) return []
    throw error
  }
}

type Row = FullRow & { readonly arrived_at: number }

async function candidateOf(connection: Connection, id: number, now: number): Promise<Candidate | null> {
  const rank = (
    (await connection.statement('SELECT rank FROM messages WHERE id = ?').get(id)) as { rank: number }
  ).rank
  const copies = await settledCopies(connection, id, rank, now)
  if (copies === null || (await isPosted(connection, id, now))) return null
  const sql = `SELECT ${wholeColumns}, m.arrived_at FROM messages m WHERE m.id = ?`
  const row = (await connection.statement(sql).get(id)) as Row
  if (copies.length === 0 && !(row.expires_at !== null && row.expires_at <= now)) return null
  const message = await fullMessageOf(connection, row, row.body)
  const deliveries = await mapped(copies, async (copy) => deliveryOf(connection, copy))
  return {
    id,
    rank,
    sender: row.sender_id,
    sentAt: row.sent_at,
    more: row.more,
    event: await lastEvent(connection, id),
    line: coldLine(message, row.arrived_at, deliveries),
  }
}

/** All copies, or `null` as soon as one of them keeps the message. */
async function settledCopies(
  connection: Connection,
  id: number,
  rank: number,
  now: number,
): Promise<readonly CopyRow[] | null> {
  const copies: CopyRow[] = []
  for (const agent of await ownersOf(connection, id)) {
    const row = await findCopyRow(connection, agent, rank)
    if (row === undefined) continue
    const { clock } = await clockOf(connection, agent, now)
    if (!isSettled(await deliveryOf(connection, row), now, clock)) return null
    copies.push(row)
  }
  return copies
}

/** Every agent that got or handled a copy: an item of a queue changes owners. */
async function ownersOf(connection: Connection, id: number): Promise<readonly number[]> {
  const sql = `SELECT j.value AS id FROM messages m, numbers(m.recipients) j WHERE m.id = @id
UNION SELECT agent_id FROM events WHERE message_id = @id`
  return ((await connection.statement(sql).all({ id })) as { id: number }[]).map((row) => row.id)
}

/** Whether somebody who joins later would still be given it, or a channel still shows it. */
async function isPosted(connection: Connection, id: number, now: number): Promise<boolean> {
  const sql =
    'SELECT EXISTS(SELECT 1 FROM postings WHERE message_id = @id AND done_at IS NULL AND (expires_at IS NULL OR expires_at > @now)) OR EXISTS(SELECT 1 FROM posts WHERE message_id = @id) AS posted'
  return ((await connection.statement(sql).get({ id, now })) as { posted: number }).posted === 1
}

export async function lastEvent(connection: Connection, id: number): Promise<number> {
  const sql = 'SELECT coalesce(max(seq), 0) AS seq FROM events WHERE message_id = ?'
  return ((await connection.statement(sql).get(id)) as { seq: number }).seq
}
