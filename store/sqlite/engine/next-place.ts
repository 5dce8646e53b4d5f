import type { Connection } from '../database/connection.ts'

export type NextPlace = { readonly id: number; readonly arrivedAt: number }

/** Ids follow one another in the order of commits, and arrival never runs backwards. */
export function nextPlace(connection: Connection, clock: number, skipped: number): NextPlace {
  const newest = connection
    .statement('SELECT id, arrived_at AS at FROM messages ORDER BY id DESC LIMIT 1')
    .get() as { id: number; at: number } | undefined
  return { id: (newest?.id ?? 0) + 1 + skipped, arrivedAt: Math.max(clock, newest?.at ?? 0) }
}
