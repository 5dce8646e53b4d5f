import type { RecordCursor } from '../../cursor.ts'
import type { Connection } from '../../sql/connection.ts'
import { badCursor } from '../../sql/cursors.ts'
import { openRecorded } from '../../sql/log/recorded.ts'
import { laterCursor, type RecordPlace, type RecordPlaces } from '../../sql/record-order.ts'
import type { Work } from '../../sql/work.ts'
import { cursorOfSnapshot, nothing } from '../database/arrivals.ts'

/** The last row of a page: its transaction, its kind, its number. */
type Row = { readonly xact: string; readonly kind: number; readonly number: number }
/** What was stored by a snapshot lies before it, and of a page that was read in a later one all rows up to the last. */
type Place = { readonly old: string; readonly page: { readonly snapshot: string; readonly last: Row } | null }

const kinds = ['message', 'deed', 'event'] as const
const letters = 'mde'
const shape = /^(\d+:\d+:[\d,]*)(?:\/(\d+:\d+:[\d,]*)\/(\d{1,20})-([mde])(\d{1,16}))?$/u
const none: Row = { xact: '0', kind: 0, number: 0 }

type Source = { readonly from: string; readonly number: string; readonly where?: string }
const sources: readonly Source[] = [
  { from: 'messages', number: 'id' },
  { from: 'deeds', number: 'id', where: 'about IS NOT NULL' },
  { from: 'events', number: 'seq' },
]

const rowsOf = ({ from, number, where = 'TRUE' }: Source, kind: number) =>
  `(SELECT ${kind} AS kind, r.${number} AS number, r.xact FROM ${from} r
  WHERE r.xact >= pg_snapshot_xmin(@old::text::pg_snapshot) AND NOT pg_visible_in_snapshot(r.xact, @old::text::pg_snapshot)
    AND r.xact < pg_snapshot_xmax(@page::text::pg_snapshot) AND pg_visible_in_snapshot(r.xact, @page::text::pg_snapshot)
    AND (r.xact, ${kind}, r.${number}) > (@xact::text::xid8, @kind::int, @number::bigint) AND ${where}
  ORDER BY r.xact, r.${number} LIMIT @most::int)`
const recordsSql = `SELECT kind, number, xact::text AS xact FROM (${sources.map(rowsOf).join(' UNION ALL ')}) r
ORDER BY r.xact, r.kind, r.number LIMIT @most::int`
const momentSql = 'SELECT pg_current_snapshot()::text'
const isLaterSql = 'SELECT pg_snapshot_xmax(?::text::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())'

/**
 * A page is what was stored between two snapshots, so no open transaction holds it up, and what is stored late comes with a later
 * page. Within it the numbers of transactions give the order, which each has from its first change.
 */
export const openRecords = openRecorded({ after: recordsAfter, newest: newestRecord })

function* recordsAfter(at: Connection, cursor: RecordCursor | null, most: number): Work<RecordPlaces> {
  const { old, page } = placeOf(cursor)
  if (cursor !== null && (yield* at.cell<number>(isLaterSql, page?.snapshot ?? old)) === 1)
    throw laterCursor(cursor)
  const end = page === null ? yield* newestRecord(at) : cursorOfSnapshot<RecordCursor>(page.snapshot)
  const bounds = { old, page: end, ...(page?.last ?? none), most }
  const rows = yield* at.rows<Row>(recordsSql, bounds)
  const isFull = rows.length === most
  const places = rows.map((row, place): RecordPlace => {
    const isLast = !isFull && place === rows.length - 1
    const cursor = isLast ? end : textOf(old, end, row)
    return { of: kinds[row.kind] ?? 'message', number: row.number, cursor }
  })
  const next = isFull ? (places.at(-1)?.cursor ?? end) : end
  return { places, next, more: isFull || page !== null }
}

function* newestRecord(at: Connection): Work<RecordCursor> {
  return cursorOfSnapshot<RecordCursor>((yield* at.cell<string>(momentSql)) ?? nothing)
}

function placeOf(cursor: RecordCursor | null): Place {
  if (cursor === null) return { old: nothing, page: null }
  const [, old, snapshot, xact, letter, number] = shape.exec(cursor) ?? []
  if (old === undefined) throw badCursor(cursor)
  if (snapshot === undefined || xact === undefined || letter === undefined) return { old, page: null }
  return { old, page: { snapshot, last: { xact, kind: letters.indexOf(letter), number: Number(number) } } }
}

function textOf(old: string, snapshot: string, { xact, kind, number }: Row): RecordCursor {
  return `${old}/${snapshot}/${xact}-${letters[kind]}${number}` as RecordCursor
}
