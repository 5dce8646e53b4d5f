import type { EventCursor, MessageCursor } from '../../cursor.ts'
import { numberCursor } from '../../sql/cursors.ts'
import type { Order } from '../../sql/order.ts'
import { step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'

const newestSql = {
  messages: 'SELECT coalesce(max(id), 0) FROM messages',
  events: 'SELECT coalesce(max(seq), 0) FROM events',
} as const

/** Changes are stored one after another here, so the number of the last row that a reader knows is the whole cursor. */
export function openOrder(connection: Connection): Order {
  const newest = (of: keyof typeof newestSql) => Number(connection.column(newestSql[of]).get())
  return {
    cameAfter: (cursor, { number }, name) => ({
      condition: `${number} > @${name}`,
      bindings: { [name]: numberBefore(cursor) },
    }),
    cameBy: (cursor, { number }, name) => ({
      condition: `${number} <= @${name}`,
      bindings: { [name]: numberBefore(cursor) },
    }),
    comingAfter: (cursor, { of, number }) =>
      step(() => {
        const after = numberBefore(cursor)
        const end = Math.max(after, newest(of))
        return {
          condition: `${number} > @after`,
          bindings: { after },
          end: (last) => ({ next: cursorAt(last ?? end), more: last !== null }),
        }
      }),
    cursorNow: (of) => step(() => cursorAt(newest(of))),
    newestWithCursor: () =>
      step(() => {
        const message = newest('messages')
        return { message: message === 0 ? null : message, cursor: cursorAt(message) }
      }),
    cursorBeside: (message, side) =>
      step(() => {
        const isThere = connection.column('SELECT 1 FROM messages WHERE id = ?').get(message) !== undefined
        return isThere ? cursorAt(side === 'after' ? message : message - 1) : null
      }),
    noted: numberBefore,
  }
}

/** The last message or event before a cursor; 0 at the beginning. */
function numberBefore(cursor: MessageCursor | EventCursor | null): number {
  return numberCursor(cursor, 0)
}

function cursorAt<C extends MessageCursor | EventCursor>(number: number): C {
  return String(number) as C
}
