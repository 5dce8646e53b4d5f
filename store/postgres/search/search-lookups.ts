import { parseId } from '../../../src/domain/id.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { firstSince } from '../engine/first-since.ts'
import { findIds } from '../rows/ids.ts'

/** The first id that arrived at a time or after. */
export async function firstArrived(connection: Connection, at: number): Promise<number> {
  return (await firstSince(connection, 'messages', 'arrived_at', at)).first
}

/** A thread is named by any of its messages, in any form of its id. */
export async function findThreads(connection: Connection, text: string): Promise<readonly number[]> {
  const thread = connection.statement('SELECT thread_id AS id FROM messages WHERE id = ?')
  return mapped(
    await findIds(connection, parseId(text)),
    async (id) => ((await thread.get(id)) as { id: number }).id,
  )
}
