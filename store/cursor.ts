declare const order: unique symbol

/**
 * A place in the order in which messages, events, or records, became visible to others. A store makes it, and only a store can read
 * it: nobody else compares two of them, counts with them or takes one apart. It is plain text, which may be kept, and
 * means the same to every opening of the same store.
 */
type Cursor<Of extends 'messages' | 'events' | 'records'> = string & { readonly [order]: Of }

export type MessageCursor = Cursor<'messages'>
export type EventCursor = Cursor<'events'>
/** A place among all that the store recorded. */
export type RecordCursor = Cursor<'records'>

/** The rows after a cursor, oldest first. Concurrent writes neither skip a row nor repeat one. */
export type Arrivals<Row, C extends MessageCursor | EventCursor> = {
  readonly rows: readonly Row[]
  /** The cursor to continue from, also after an empty answer. */
  readonly next: C
  /** There may be more by now. */
  readonly more: boolean
}
