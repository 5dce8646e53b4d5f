import { boxes, type Delivery, longestHold } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idMask } from '../../../src/domain/priority.ts'
import type { MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor, pageByName, pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { type Clock, clockOf } from '../rows/clock.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { type CopyRow, deliveryOf, messageOf } from '../rows/rows.ts'
import {
  cellReader,
  copyRowOf,
  type LetterRow,
  letterColumns,
  letterRowOf,
  ownCopyColumns,
} from '../rows/wide-rows.ts'
import { bindingsOf, mailboxSql, seenAt } from './mailbox-sql.ts'

export function mailboxPage(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Page<Letter> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const time = clockOf(connection, owner, now)
  const bindings = {
    ...bindingsOf(connection, filter),
    ...time,
    owner,
    after: numberCursor(page.after, -1),
    limit: page.limit + 1,
  }
  const cells = cellReader(connection, letterColumns, mailboxSql(filter, 'letters'))(bindings)
  const { rows, next } = pageOf(cells.map(letterRowOf), page.limit, ({ copy }) => copy.rank)
  return { rows: rows.map((row) => letterOf(connection, row, time)), next }
}

function letterOf(connection: Connection, row: LetterRow, time: Clock): Letter {
  return {
    message: messageOf(connection, row.message),
    delivery: deliveryOf(connection, seenAt(row.copy, time)),
  }
}

/** `isHeld`, the other way round. */
const freeSql = ` AND (d.held_until IS NULL OR d.held_until <= @now OR d.held_until > @now + ${longestHold})`

/** The most pressing copy that nobody holds just now. */
export function findNextFree(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  after = -1,
): CopyRow | undefined {
  const wanted: MailboxFilter = { ...filter, boxes: ['unread'] }
  const sql = mailboxSql(wanted, 'copies', freeSql)
  const bindings = {
    ...bindingsOf(connection, filter),
    ...clockOf(connection, owner, now),
    owner,
    after,
    limit: 1,
  }
  const [cells] = cellReader(connection, ownCopyColumns, sql)(bindings)
  return cells === undefined ? undefined : copyRowOf(cells)
}

/** Every copy of a message, by owner. */
export function copiesOf(connection: Connection, message: number, page: PageRequest): Page<Delivery> {
  const names = namesOf(connection)
  const rank = rankOfMessage(connection, message)
  if (rank === undefined) return { rows: [], next: null }
  const holders = holdersOf(connection, message)
    .map((id) => ({ id, address: names.of(id) }))
    .sort((one, other) => (one.address < other.address ? -1 : 1))
  const { rows, next } = pageByName(holders, ({ address }) => address, page.after, page.limit)
  const copies = rows.map(({ id }) => findCopyRow(connection, id, rank)).filter((row) => row !== undefined)
  return { rows: copies.map((row) => deliveryOf(connection, row)), next }
}

/** Copies in these boxes of messages that arrived before a time, the oldest first. */
export function olderCopies(
  connection: Connection,
  owner: number,
  boxNumbers: readonly number[],
  { before, most, settled }: { readonly before: number; readonly most: number; readonly settled: boolean },
): readonly number[] {
  const bound = firstArrivedSince(connection, before)
  const only = settled ? ` AND (owes = 0 OR box = ${boxes.indexOf('failed')}) AND pinned = 0` : ''
  const sql = `SELECT rank & ${idMask} AS id FROM deliveries WHERE agent_id = ? AND box IN (SELECT value FROM json_each(?)) AND (rank & ${idMask}) < ?${only} ORDER BY id LIMIT ? + 0`
  return (
    connection.statement(sql).all(owner, JSON.stringify(boxNumbers), bound, most) as { id: number }[]
  ).map(({ id }) => id)
}

/** The first message that arrived at a time or later. Arrival never runs backwards, so the first id that arrived at a time or later is found by halving. */
export function firstArrivedSince(connection: Connection, at: number): number {
  const newest = connection.statement('SELECT coalesce(max(id), 0) AS id FROM messages').get() as {
    id: number
  }
  const statement = connection.statement(
    'SELECT id, arrived_at AS at FROM messages WHERE id >= ? ORDER BY id LIMIT 1',
  )
  let [low, high] = [1, newest.id + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = statement.get(middle) as { id: number; at: number } | undefined
    if (row === undefined || row.at >= at) high = middle
    else low = row.id + 1
  }
  return low
}
