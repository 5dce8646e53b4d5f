import type { Arrival, Taken } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { findForeign } from './foreign-ids.ts'

/** All of them, where not a single one is new; the first that is new ends the look. */
export function* allTaken(
  connection: Connection,
  format: string,
  arrivals: readonly Arrival[],
): Work<readonly Taken[] | null> {
  const known: Taken[] = []
  for (const arrival of arrivals) {
    const taken = yield* findTaken(connection, format, arrival)
    if (taken === null) return null
    known.push(taken)
  }
  return known
}

/** The message with this id. Formats without milliseconds return times without them. */
export function* findTaken(
  connection: Connection,
  format: string,
  { foreignId, sentAt }: Arrival,
): Work<Taken | null> {
  const id = yield* findForeign(connection, format, foreignId)
  if (id === null) return null
  const known = Number(yield* connection.cell<number>('SELECT sent_at FROM messages WHERE id = ?', id))
  return { id, duplicate: true, differs: Math.abs(known - sentAt) >= 1000 }
}
