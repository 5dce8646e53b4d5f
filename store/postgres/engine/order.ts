import type { MessageCursor } from '../../cursor.ts'
import type { Order } from '../../sql/order.ts'
import { step } from '../../sql/work.ts'
import {
  afterBindings,
  cameAfter,
  comingAfter,
  cursorBeside,
  cursorOfSnapshot,
  snapshotNow,
} from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'

const newestSql = 'SELECT (SELECT max(id) FROM messages) AS message, pg_current_snapshot()::text AS snapshot'

type Newest = { readonly message: number | null; readonly snapshot: string }

/** Changes are stored beside one another here, so a cursor is a snapshot. */
export function openOrder(connection: Connection): Order {
  return {
    cameAfter: (cursor, { row, number }, name) => ({
      condition: cameAfter(row, number, name),
      bindings: afterBindings(cursor, name),
    }),
    cameBy: (cursor, { row, number }, name) => ({
      condition: `NOT ${cameAfter(row, number, name)}`,
      bindings: afterBindings(cursor, name),
    }),
    comingAfter: (cursor, { row, number }) => step(() => comingAfter(connection, cursor, row, number)),
    cursorNow: () => step(async () => cursorOfSnapshot(await snapshotNow(connection))),
    newestWithCursor: () =>
      step(async () => {
        const { message, snapshot } = (await connection.statement(newestSql).get()) as Newest
        return { message, cursor: cursorOfSnapshot<MessageCursor>(snapshot) }
      }),
    cursorBeside: (message, side) =>
      step(async () => {
        const seen = await connection.column('SELECT seen::text FROM messages WHERE id = ?').get(message)
        return typeof seen === 'string' ? cursorBeside(seen, message, side) : null
      }),
    noted: (cursor) => cursor,
  }
}
