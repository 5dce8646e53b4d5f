import type { EventCursor, MessageCursor } from '../../cursor.ts'
import { numberCursor } from '../../sql/cursors.ts'

/** Changes are stored one after another here, so the number of the last message that a reader knows is the whole cursor. */
export function messageCursor(id: number): MessageCursor {
  return String(id) as MessageCursor
}

/** The same for events, by their sequence. */
export function eventCursor(seq: number): EventCursor {
  return String(seq) as EventCursor
}

/** The last message or event before a cursor; 0 at the beginning. */
export function numberBefore(cursor: MessageCursor | EventCursor | null): number {
  return numberCursor(cursor, 0)
}
