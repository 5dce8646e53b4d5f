import { parseId } from '../../../src/domain/id.ts'
import type { Connection } from '../database/connection.ts'
import { findIds } from '../rows/ids.ts'

/** The first id that arrived at a time or after: arrival never runs backwards. */
export function firstArrived(connection: Connection, at: number): number {
  const statement = connection.statement(
    'SELECT id, arrived_at AS at FROM messages WHERE id >= ? ORDER BY id LIMIT 1',
  )
  const newest = connection.statement('SELECT coalesce(max(id), 0) AS id FROM messages').get() as {
    id: number
  }
  let low = 0
  let high = newest.id + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = statement.get(middle) as { id: number; at: number } | undefined
    if (row === undefined || row.at >= at) high = middle
    else low = row.id + 1
  }
  return low
}

/** A thread is named by any of its messages, in any form of its id. */
export function findThreads(connection: Connection, text: string): readonly number[] {
  const thread = connection.statement('SELECT thread_id AS id FROM messages WHERE id = ?')
  return findIds(connection, parseId(text)).map((id) => (thread.get(id) as { id: number }).id)
}
