import type { MessageCursor } from '../../cursor.ts'
import { numberCursor } from '../../sql/cursors.ts'

/** Changes are stored one after another here, so the number of the last message that a reader knows is the whole cursor. */
export function messageCursor(id: number): MessageCursor {
  return String(id) as MessageCursor
}

/** The last message before a cursor; 0 at the beginning. */
export function numberBefore(cursor: MessageCursor | null): number {
  return numberCursor(cursor, 0)
}
