import { boxes, type Delivery, longestHold } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idMask, idSpan } from '../../../src/domain/priority.ts'
import type { Listed, MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import { firstArrived } from '../arrivals.ts'
import { clockOf } from '../clock.ts'
import type { Connection } from '../connection.ts'
import { numberCursor, pageByName, pageOf } from '../cursors.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { addressOf, learnNames } from '../rows/names.ts'
import {
  type CopyRow,
  copyShape,
  deliveryOf,
  learnSenders as learnSendersOf,
  letterShape,
  messageOf,
} from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { mapped, type Work } from '../work.ts'
import {
  bindingsOf,
  clockedSql,
  listShape,
  listSql,
  type MailboxBindings,
  mailboxSql,
  type PageRow,
  pageShape,
  pageSql,
  taking,
} from './mailbox-sql.ts'
import { seenAt } from './seen.ts'

export function* mailboxPage(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Work<Page<Letter>> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const bindings = yield* pageBindings(connection, owner, filter, now, page)
  const found = yield* connection.wide(
    pageShape,
    pageSql(mailboxSql(connection.engine, filter, 'letters')),
    bindings,
  )
  const { rows, next } = pageOf(found, page.limit, ({ message }) => message.rank)
  yield* learnSenders(connection, rows)
  return { rows: yield* sideBySide(connection, rows, (each, row) => letterOf(each, row, now)), next }
}

/** The same in one look with what a list says beside it. */
export function* mailboxList(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Work<Listed> {
  const isEmpty = filter.boxes.length === 0
  const bindings = yield* pageBindings(connection, owner, filter, now, page)
  const sql = listSql(
    mailboxSql(connection.engine, isEmpty ? { ...filter, boxes: ['unread'] } : filter, 'letters'),
  )
  const found = yield* connection.wide(listShape, sql, isEmpty ? { ...bindings, limit: 0 } : bindings)
  const { newest = null, unread = 0 } = found[0] ?? {}
  const letters = found
    .flatMap(({ letter }) => letter ?? [])
    .toSorted((one, other) => one.message.rank - other.message.rank)
  const { rows, next } = pageOf(letters, page.limit, ({ message }) => message.rank)
  yield* learnSenders(connection, rows)
  return {
    newest,
    unread,
    next,
    rows: yield* mapped(rows, function* (row) {
      const { message, delivery } = yield* letterOf(connection, row, now)
      return { message, delivery, threadSize: row.threadSize }
    }),
  }
}

function* pageBindings(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Work<MailboxBindings> {
  return {
    ...(yield* bindingsOf(connection, filter)),
    owner,
    now,
    after: numberCursor(page.after, -1),
    limit: page.limit + 1,
  }
}

export function learnSenders(connection: Connection, rows: readonly PageRow[]): Work<void> {
  return learnSendersOf(
    connection,
    rows.map(({ message }) => message),
  )
}

export function* letterOf(
  connection: Connection,
  { message, copy, clock }: PageRow,
  now: number,
): Work<Letter> {
  return {
    message: yield* messageOf(connection, message),
    delivery: yield* deliveryOf(connection, seenAt(copy, { now, clock })),
  }
}

const unreadOfSql = `SELECT ${letterShape.columns} FROM messages m CROSS JOIN deliveries d ON d.agent_id = @owner AND d.box = 0 AND d.rank = m.rank
WHERE m.id IN (SELECT value FROM numbers(@ids)) ORDER BY m.id DESC`

/** Unread mail by when it came, whatever its priority: no engine walks a whole backlog for it. */
export function* newestUnread(
  connection: Connection,
  owner: number,
  most: number,
  now: number,
): Work<readonly Letter[]> {
  const ids = yield* connection.engine.newestCopies(owner, idSpan, most, 'unread')
  const time = yield* clockOf(connection, owner, now)
  const found = yield* connection.wide(letterShape, unreadOfSql, { owner, ids: JSON.stringify(ids) })
  const rows = found
    .filter(({ copy }) => seenAt(copy, time).box === 0)
    .map(({ message, copy }) => ({ message, copy, clock: time.clock }))
  yield* learnSenders(connection, rows)
  return yield* sideBySide(connection, rows, (each, row) => letterOf(each, row, now))
}

/** `isHeld`, the other way round. */
export const freeSql = ` AND (d.held_until IS NULL OR d.held_until <= @now OR d.held_until > @now + ${longestHold})`

/** The most pressing copy that nobody holds just now. */
export function* findNextFree(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  after = -1,
): Work<CopyRow | undefined> {
  const wanted: MailboxFilter = { ...filter, boxes: ['unread'] }
  const sql = clockedSql(
    mailboxSql(connection.engine, wanted, 'copies', freeSql, connection.isWriting ? taking : ''),
  )
  const bindings = { ...(yield* bindingsOf(connection, filter)), owner, now, after, limit: 1 }
  const [row] = yield* connection.wide(copyShape, sql, bindings)
  return row
}

/** Every copy of a message, by owner. */
export function* copiesOf(connection: Connection, message: number, page: PageRequest): Work<Page<Delivery>> {
  const rank = yield* rankOfMessage(connection, message)
  if (rank === undefined) return { rows: [], next: null }
  const ids = yield* holdersOf(connection, message)
  yield* learnNames(connection, ids)
  const holders = yield* mapped(ids, function* (id) {
    return { id, address: yield* addressOf(connection, id) }
  })
  const inOrder = holders.sort((one, other) => (one.address < other.address ? -1 : 1))
  const { rows, next } = pageByName(inOrder, ({ address }) => address, page.after, page.limit)
  const copies = yield* mapped(rows, ({ id }) => findCopyRow(connection, id, rank))
  const there = copies.filter((row) => row !== undefined)
  return { rows: yield* sideBySide(connection, there, (each, row) => deliveryOf(each, row)), next }
}

/** Copies in these boxes of messages that arrived before a time, the oldest first. */
export function* olderCopies(
  connection: Connection,
  owner: number,
  boxNumbers: readonly number[],
  { before, most, settled }: { readonly before: number; readonly most: number; readonly settled: boolean },
): Work<readonly number[]> {
  const bound = yield* firstArrived(connection, before)
  const only = settled ? ` AND (owes = 0 OR box = ${boxes.indexOf('failed')}) AND pinned = 0` : ''
  const sql = `SELECT rank & ${idMask} AS id FROM deliveries WHERE agent_id = ? AND box IN (SELECT value FROM numbers(?)) AND (rank & ${idMask}) < ?${only} ORDER BY id LIMIT ?`
  return yield* connection.cells<number>(sql, owner, JSON.stringify(boxNumbers), bound, most)
}
