import { parseId } from '../../../src/domain/id.ts'
import type { Connection } from '../database/connection.ts'
import { firstSince } from '../engine/first-since.ts'
import { findIds } from '../rows/ids.ts'

/** The first id that arrived at a time or after. */
export function firstArrived(connection: Connection, at: number): number {
  return firstSince(connection, 'messages', 'arrived_at', at).first
}

/** A thread is named by any of its messages, in any form of its id. */
export function findThreads(connection: Connection, text: string): readonly number[] {
  const thread = connection.statement('SELECT thread_id AS id FROM messages WHERE id = ?')
  return findIds(connection, parseId(text)).map((id) => (thread.get(id) as { id: number }).id)
}
