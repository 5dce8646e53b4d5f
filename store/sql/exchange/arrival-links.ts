import type { Arrival } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { findAlias, findForeign } from './foreign-ids.ts'

export type Parent = { readonly id: number; readonly thread: number; readonly sender: number }

/** The message that an answer refers to, of any origin. */
export function* parentOf(
  connection: Connection,
  format: string,
  { replyTo }: Pick<Arrival, 'replyTo'>,
): Work<Parent | null> {
  const id =
    replyTo === null
      ? null
      : ((yield* findForeign(connection, format, replyTo)) ?? (yield* findAlias(connection, format, replyTo)))
  if (id === null) return null
  const sql = 'SELECT id, thread_id AS thread, sender_id AS sender FROM messages WHERE id = ?'
  return (yield* connection.row<Parent>(sql, id)) ?? null
}

/** A thread by the format's name for it. */
export function* threadOf(connection: Connection, format: string, name: string | null): Work<number | null> {
  if (name === null) return null
  const first =
    (yield* findForeign(connection, format, name)) ??
    (yield* findForeign(connection, `${format} thread`, name))
  if (first === null) return null
  return (yield* connection.cell<number>('SELECT thread_id FROM messages WHERE id = ?', first)) ?? null
}
