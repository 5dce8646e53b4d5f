import type { Arrival, Taken } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { findForeign } from './foreign-ids.ts'

/** All of them, where not a single one is new; the first that is new ends the look. */
export async function allTaken(
  connection: Connection,
  format: string,
  arrivals: readonly Arrival[],
): Promise<readonly Taken[] | null> {
  const known: Taken[] = []
  for (const arrival of arrivals) {
    const taken = await findTaken(connection, format, arrival)
    if (taken === null) return null
    known.push(taken)
  }
  return known
}

/** The message with this id. Formats without milliseconds return times without them. */
export async function findTaken(
  connection: Connection,
  format: string,
  { foreignId, sentAt }: Arrival,
): Promise<Taken | null> {
  const id = await findForeign(connection, format, foreignId)
  if (id === null) return null
  const known = Number(await connection.column('SELECT sent_at FROM messages WHERE id = ?').get(id))
  return { id, duplicate: true, differs: Math.abs(known - sentAt) >= 1000 }
}
