import type { EventCursor, MessageCursor } from '../../cursor.ts'
import { badCursor } from '../../sql/cursors.ts'
import type { Connection } from './connection.ts'

type Cursor = MessageCursor | EventCursor

/**
 * A cursor is a snapshot: what was stored by then lies before it. Within a page it also has the snapshot that the page was read
 * in, and the last number of it; beside a message it has that message's number, which lies before it.
 */
type Place = {
  readonly old: string
  readonly own: number
  readonly page: { readonly snapshot: string; readonly last: number } | null
}

/** Nothing was ever stored by then. */
const nothing = '1:1:'
const shape = /^(\d+:\d+:[\d,]*)(?:\+(\d{1,16}))?(?:\/(\d+:\d+:[\d,]*)\/(\d{1,16}))?$/u

function placeOf(cursor: Cursor | null): Place {
  if (cursor === null) return { old: nothing, own: 0, page: null }
  const [, old, own = '0', snapshot, last] = shape.exec(cursor) ?? []
  if (old === undefined) throw badCursor(cursor)
  const page = snapshot === undefined ? null : { snapshot, last: Number(last) }
  return { old, own: Number(own), page }
}

/** The condition that a row came after a cursor. `row` has `xact`, `number` is its own; `prefix` names the parameters. */
export function cameAfter(row: string, number: string, prefix = 'after'): string {
  const within = (name: string) =>
    `pg_visible_in_snapshot(${row}.xact, @${prefix}_${name}::text::pg_snapshot)`
  return `(${row}.xact >= pg_snapshot_xmin(@${prefix}_old::text::pg_snapshot) AND NOT ${within('old')} AND ${number} <> @${prefix}_own
  AND (NOT ${within('page')} OR ${number} > @${prefix}_last))`
}

type AfterBindings = { readonly [name: string]: string | number }

export function afterBindings(cursor: Cursor | null, prefix = 'after'): AfterBindings {
  const { old, own, page } = placeOf(cursor)
  return {
    [`${prefix}_old`]: old,
    [`${prefix}_own`]: own,
    [`${prefix}_page`]: page?.snapshot ?? nothing,
    [`${prefix}_last`]: page?.last ?? 0,
  }
}

/** The moment of a look: within `read` that of all its looks. */
export async function snapshotNow(connection: Connection): Promise<string> {
  return String(await connection.column('SELECT pg_current_snapshot()::text').get())
}

/** Just before a message, or after it: what was stored beside it lies after both. */
export function cursorBeside(seen: string, message: number, side: 'before' | 'after'): MessageCursor {
  return (side === 'before' ? seen : `${seen}+${message}`) as MessageCursor
}

export function cursorOfSnapshot<C extends Cursor>(snapshot: string): C {
  return snapshot as C
}

/**
 * What a page of rows by number goes on with. While it goes on, what came after its first look waits for the next: nobody who
 * came later with a lower number is skipped.
 */
export async function comingAfter<C extends Cursor>(
  connection: Connection,
  cursor: C | null,
  row: string,
  number: string,
) {
  const place = placeOf(cursor)
  const snapshot = place.page?.snapshot ?? (await snapshotNow(connection))
  const within = `pg_visible_in_snapshot(${row}.xact, @after_page::text::pg_snapshot)`
  const condition = `${row}.xact >= pg_snapshot_xmin(@after_old::text::pg_snapshot)
  AND NOT pg_visible_in_snapshot(${row}.xact, @after_old::text::pg_snapshot) AND ${number} <> @after_own AND ${within} AND ${number} > @after_last`
  const own = place.own === 0 ? '' : `+${place.own}`
  return {
    condition,
    bindings: {
      ...{ after_old: place.old, after_own: place.own },
      ...{ after_page: snapshot, after_last: place.page?.last ?? 0 },
    },
    end: (last: number | null) =>
      last === null
        ? { next: snapshot as C, more: place.page !== null }
        : { next: `${place.old}${own}/${snapshot}/${last}` as C, more: true },
  }
}
