import type { Arrivals } from '../cursor.ts'
import type { Connection } from './connection.ts'
import { firstSince } from './first-since.ts'
import type { Came, CursorOf, Numbered } from './order.ts'
import type { Work } from './work.ts'

/** Messages `m` of a statement. */
export const messageOrder: Numbered<'messages'> = { of: 'messages', row: 'm', number: 'm.id' }
/** Events `e` of a statement. */
export const eventOrder: Numbered<'events'> = { of: 'events', row: 'e', number: 'e.seq' }

/**
 * A page of rows by number: nobody who came later with a lower number is skipped.
 * @param at a moment: all looks belong to one
 * @param look reads rows for which a condition holds, by number; `isFull` where it left some out
 */
export function* arrivals<Row, Of extends 'messages' | 'events'>(
  at: Connection,
  cursor: CursorOf<Of> | null,
  { placeOf, ...rows }: Numbered<Of> & { readonly placeOf: (row: Row) => number },
  look: (came: Came) => Work<{ readonly rows: readonly Row[]; readonly isFull: boolean }>,
): Work<Arrivals<Row, CursorOf<Of>>> {
  const coming = yield* at.engine.order.comingAfter<Of>(cursor, rows as Numbered<Of>)
  const found = yield* look(coming)
  const last = found.isFull ? found.rows.at(-1) : undefined
  return { rows: found.rows, ...coming.end(last === undefined ? null : placeOf(last)) }
}

/** The first message that arrived at a time or later; one more than the newest where there is none. */
export function* firstArrived(connection: Connection, at: number): Work<number> {
  return (yield* firstSince(connection, 'messages', at)).first
}
