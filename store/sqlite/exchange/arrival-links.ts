import type { Arrival } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { findAlias, findForeign } from './foreign-ids.ts'

type Parent = { readonly id: number; readonly thread: number; readonly sender: number }

/** The message that an answer refers to, of any origin. */
export function parentOf(
  connection: Connection,
  format: string,
  { replyTo }: Pick<Arrival, 'replyTo'>,
): Parent | null {
  const id =
    replyTo === null
      ? null
      : (findForeign(connection, format, replyTo) ?? findAlias(connection, format, replyTo))
  if (id === null) return null
  const sql = 'SELECT id, thread_id AS thread, sender_id AS sender FROM messages WHERE id = ?'
  return (connection.statement(sql).get(id) as Parent | undefined) ?? null
}

/** A thread by the format's name for it. */
export function threadOf(connection: Connection, format: string, name: string | null): number | null {
  if (name === null) return null
  const first = findForeign(connection, format, name) ?? findForeign(connection, `${format} thread`, name)
  if (first === null) return null
  return connection.column('SELECT thread_id FROM messages WHERE id = ?').get(first) as number
}
