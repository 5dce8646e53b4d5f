import { boxes, type Delivery, longestHold } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idMask } from '../../../src/domain/priority.ts'
import type { Listed, MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor, pageByName, pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import type { Clock } from '../rows/clock.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { type CopyRow, deliveryOf, type LetterRow, messageOf } from '../rows/rows.ts'
import {
  bindingsOf,
  clockedSql,
  listSql,
  type MailboxBindings,
  mailboxSql,
  pageSql,
  seenAt,
} from './mailbox-sql.ts'

export async function mailboxPage(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Promise<Page<Letter>> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const bindings = await pageBindings(connection, owner, filter, now, page)
  const sql = pageSql(mailboxSql(filter, 'letters'))
  const found = (await connection.statement(sql).all(bindings)) as (LetterRow & Around)[]
  return lettersOf(connection, found, now, page.limit)
}

/** The same in one call with what a list says beside it. */
export async function mailboxList(
  connection: Connection,
  owner: number | undefined,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Promise<Listed> {
  const isEmpty = filter.boxes.length === 0
  const bindings = await pageBindings(connection, owner ?? -1, filter, now, page)
  const sql = listSql(mailboxSql(isEmpty ? { ...filter, boxes: ['unread'] } : filter, 'letters'))
  const asked = isEmpty ? { ...bindings, limit: 0 } : bindings
  const found = (await connection.statement(sql).all(asked)) as ListedRow[]
  const { newest = null, unread = 0 } = found[0] ?? {}
  const own = found.filter(({ id }) => id !== null)
  const { rows, next } = await lettersOf(connection, own, now, page.limit)
  return {
    ...{ newest, unread, next },
    rows: rows.map((row, at) => ({ ...row, threadSize: own[at]?.thread_size ?? 1 })),
  }
}

async function pageBindings(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Promise<MailboxBindings> {
  return {
    ...(await bindingsOf(connection, filter)),
    ...{ owner, now, after: numberCursor(page.after, -1), limit: page.limit + 1 },
  }
}

async function lettersOf(
  connection: Connection,
  found: readonly (LetterRow & Around)[],
  now: number,
  limit: number,
): Promise<Page<Letter>> {
  const { rows, next } = pageOf(found, limit, ({ rank }) => rank)
  const names = namesOf(connection)
  for (const { sender_id, sender } of rows) names.note(sender_id, sender)
  return {
    rows: await mapped(rows, async (row) => letterOf(connection, row, { now, clock: row.clock })),
    next,
  }
}

/** What a page tells beside its rows: the owner's clock, and who wrote. */
type Around = { readonly clock: number; readonly sender: string }

type ListedRow = LetterRow &
  Around & { readonly thread_size: number; readonly newest: number | null; readonly unread: number }

async function letterOf(connection: Connection, row: LetterRow, time: Clock): Promise<Letter> {
  return {
    message: await messageOf(connection, row),
    delivery: await deliveryOf(connection, seenAt(row, time)),
  }
}

/** `isHeld`, the other way round. */
const freeSql = ` AND (d.held_until IS NULL OR d.held_until <= @now OR d.held_until > @now + ${longestHold})`

/** What another reader is being given just now is passed over. */
const taking = ' FOR UPDATE OF d SKIP LOCKED'

/** The most pressing copy that nobody holds just now. */
export async function findNextFree(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  after = -1,
): Promise<CopyRow | undefined> {
  const wanted: MailboxFilter = { ...filter, boxes: ['unread'] }
  const sql = clockedSql(mailboxSql(wanted, 'copies', freeSql, connection.isWriting ? taking : ''))
  const bindings = {
    ...(await bindingsOf(connection, filter)),
    ...{ owner, now, after, limit: 1 },
  }
  return (await connection.statement(sql).get(bindings)) as CopyRow | undefined
}

/** So many are looked at: what others are being given is passed over. */
const candidates = 20

/** What may be given next, in its order: work that came back goes before all other mail. `t` is the owner's clock. */
export function freeSqlOf(filter: MailboxFilter): string {
  const wanted: MailboxFilter = { ...filter, boxes: ['unread'] }
  const [back, all] = [{ ...wanted, returned: true } as const, wanted].map((one) =>
    mailboxSql(one, 'copies', freeSql).replaceAll('@clock', '(SELECT clock FROM t)'),
  )
  return `SELECT * FROM (SELECT 0 AS turn, b.* FROM (${back}) b UNION ALL SELECT 1, o.* FROM (${all}) o) f ORDER BY turn, place LIMIT @limit`
}

export async function freeBindings(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
): Promise<MailboxBindings> {
  return { ...(await bindingsOf(connection, filter)), ...{ owner, now, after: -1, limit: candidates } }
}

/** Every copy of a message, by owner. */
export async function copiesOf(
  connection: Connection,
  message: number,
  page: PageRequest,
): Promise<Page<Delivery>> {
  const names = namesOf(connection)
  const rank = await rankOfMessage(connection, message)
  if (rank === undefined) return { rows: [], next: null }
  const holders = (
    await mapped(await holdersOf(connection, message), async (id) => ({ id, address: await names.of(id) }))
  ).sort((one, other) => (one.address < other.address ? -1 : 1))
  const { rows, next } = pageByName(holders, ({ address }) => address, page.after, page.limit)
  const copies = (await mapped(rows, async ({ id }) => findCopyRow(connection, id, rank))).filter(
    (row) => row !== undefined,
  )
  return { rows: await mapped(copies, async (row) => deliveryOf(connection, row)), next }
}

/** Copies in these boxes of messages that arrived before a time, the oldest first. */
export async function olderCopies(
  connection: Connection,
  owner: number,
  boxNumbers: readonly number[],
  { before, most, settled }: { readonly before: number; readonly most: number; readonly settled: boolean },
): Promise<readonly number[]> {
  const bound = await firstArrivedSince(connection, before)
  const only = settled ? ` AND (owes = 0 OR box = ${boxes.indexOf('failed')}) AND pinned = 0` : ''
  const sql = `SELECT rank & ${idMask} AS id FROM deliveries WHERE agent_id = ? AND box IN (SELECT value FROM numbers(?)) AND (rank & ${idMask}) < ?${only} ORDER BY id LIMIT ?`
  return (
    (await connection.statement(sql).all(owner, JSON.stringify(boxNumbers), bound, most)) as { id: number }[]
  ).map(({ id }) => id)
}

/** The first message that arrived at a time or later; one more than the newest where there is none. */
export async function firstArrivedSince(connection: Connection, at: number): Promise<number> {
  const sql =
    'SELECT coalesce(min(id), (SELECT coalesce(max(id), 0) + 1 FROM messages)) FROM messages WHERE arrived_at >= ?'
  return (await connection.column(sql).get(at)) as number
}
