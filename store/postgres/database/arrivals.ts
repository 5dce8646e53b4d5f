import type { EventCursor, MessageCursor, RecordCursor } from '../../cursor.ts'
import { badCursor } from '../../sql/cursors.ts'
import type { Connection } from './connection.ts'

type Cursor = MessageCursor | EventCursor | RecordCursor

/**
 * A cursor is a snapshot: what was stored by then lies before it. Within a page it also has the snapshot that the page was read
 * in, and the last number of it. Beside a message it has that message's number: no snapshot divides what one change stored, so
 * within that change numbers do.
 */
type Place = {
  readonly old: string
  readonly beside: Beside | null
  readonly page: { readonly snapshot: string; readonly last: number } | null
}
type Beside = { readonly message: number; readonly side: 'before' | 'after' }

/** Nothing was ever stored by then. */
export const nothing = '1:1:'
const shape = /^(\d+:\d+:[\d,]*)(?:([+-])(\d{1,16}))?(?:\/(\d+:\d+:[\d,]*)\/(\d{1,16}))?$/u

function placeOf(cursor: Cursor | null): Place {
  if (cursor === null) return { old: nothing, beside: null, page: null }
  const [, old, sign, message, snapshot, last] = shape.exec(cursor) ?? []
  if (old === undefined) throw badCursor(cursor)
  const beside: Beside | null =
    sign === undefined ? null : { message: Number(message), side: sign === '+' ? 'after' : 'before' }
  const page = snapshot === undefined ? null : { snapshot, last: Number(last) }
  return { old, beside, page }
}

function signed({ message, side }: Beside): string {
  return `${side === 'after' ? '+' : '-'}${message}`
}

/**
 * That a row was not stored by a cursor, nor earlier by the change of the message beside it. A change may see itself in its own
 * snapshot, once others have ended after it began: of its own rows numbers alone say which came before.
 */
function notBefore(row: string, number: string, prefix: string): string {
  return `${row}.xact >= pg_snapshot_xmin(@${prefix}_old::text::pg_snapshot)
  AND CASE WHEN ${row}.xact = (SELECT b.xact FROM messages b WHERE b.id = @${prefix}_beside) THEN ${number} > @${prefix}_own
    ELSE NOT pg_visible_in_snapshot(${row}.xact, @${prefix}_old::text::pg_snapshot) END`
}

function bindingsBefore({ old, beside }: Place, prefix: string): AfterBindings {
  const message = beside?.message ?? 0
  return {
    [`${prefix}_old`]: old,
    [`${prefix}_beside`]: message,
    [`${prefix}_own`]: beside?.side === 'before' ? message - 1 : message,
  }
}

/** The condition that a row came after a cursor. `row` has `xact`, `number` is its own; `prefix` names the parameters. */
export function cameAfter(row: string, number: string, prefix = 'after'): string {
  return `(${notBefore(row, number, prefix)}
  AND (NOT pg_visible_in_snapshot(${row}.xact, @${prefix}_page::text::pg_snapshot) OR ${number} > @${prefix}_last))`
}

type AfterBindings = { readonly [name: string]: string | number }

export function afterBindings(cursor: Cursor | null, prefix = 'after'): AfterBindings {
  const place = placeOf(cursor)
  return {
    ...bindingsBefore(place, prefix),
    [`${prefix}_page`]: place.page?.snapshot ?? nothing,
    [`${prefix}_last`]: place.page?.last ?? 0,
  }
}

/** The moment of a look: within `read` that of all its looks. */
export async function snapshotNow(connection: Connection): Promise<string> {
  return String(await connection.column('SELECT pg_current_snapshot()::text').get())
}

/** Just before a message, or after it: what other changes stored beside it lies after both. */
export function cursorBeside(seen: string, message: number, side: Beside['side']): MessageCursor {
  return `${seen}${signed({ message, side })}` as MessageCursor
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
  const condition = `${notBefore(row, number, 'after')}
  AND pg_visible_in_snapshot(${row}.xact, @after_page::text::pg_snapshot) AND ${number} > @after_last`
  const beside = place.beside === null ? '' : signed(place.beside)
  return {
    condition,
    bindings: {
      ...bindingsBefore(place, 'after'),
      after_page: snapshot,
      after_last: place.page?.last ?? 0,
    },
    end: (last: number | null) =>
      last === null
        ? { next: snapshot as C, more: place.page !== null }
        : { next: `${place.old}${beside}/${snapshot}/${last}` as C, more: true },
  }
}
