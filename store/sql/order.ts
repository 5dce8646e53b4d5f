import type { Arrivals, EventCursor, MessageCursor } from '../cursor.ts'
import type { Work } from './work.ts'

type Sort = 'messages' | 'events'
export type CursorOf<Of extends Sort> = Of extends 'messages' ? MessageCursor : EventCursor

/** The rows of a statement: what they are, their name in it, and their number as it says it. */
export type Numbered<Of extends Sort = Sort> = {
  readonly of: Of
  readonly row: string
  readonly number: string
}

/** A condition of a statement, and its parameters by their names. */
export type Came = {
  readonly condition: string
  readonly bindings: Readonly<Record<string, string | number>>
}

/** What came after a cursor, to be read by number. */
export type Coming<Of extends Sort> = Came & {
  /** Where the next page begins, after a last number; `null` where no row was left out. */
  end(last: number | null): Pick<Arrivals<never, CursorOf<Of>>, 'next' | 'more'>
}

/** In which order rows became visible, and what a cursor is in it. */
export type Order = {
  /** That a row came after a cursor. @param name begins the names of its parameters */
  cameAfter<Of extends Sort>(cursor: CursorOf<Of> | null, rows: Numbered<Of>, name: string): Came
  /** That it was there by then. */
  cameBy<Of extends Sort>(cursor: CursorOf<Of> | null, rows: Numbered<Of>, name: string): Came
  /** While a page goes on, what came after its first look waits for the next. Its parameters begin with `after`. */
  comingAfter<Of extends Sort>(cursor: CursorOf<Of> | null, rows: Numbered<Of>): Work<Coming<Of>>
  /** After all that is there. */
  cursorNow<Of extends Sort>(of: Of): Work<CursorOf<Of>>
  /** The newest message, and the cursor after all that is there; by one look. */
  newestWithCursor(): Work<{ readonly message: number | null; readonly cursor: MessageCursor }>
  /** Just before a message, or after it; `null` where it is not there. */
  cursorBeside(message: number, side: 'before' | 'after'): Work<MessageCursor | null>
  /** As the detail of an event keeps a cursor. */
  noted(cursor: MessageCursor): string | number
}
