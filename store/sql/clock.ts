import type { Connection } from './connection.ts'
import type { Work } from './work.ts'

/** `clock` is the owner's: it stands still while the owner is frozen, and only expiry goes by it. */
export type Clock = { readonly now: number; readonly clock: number }

export function* clockOf(connection: Connection, owner: number, now: number): Work<Clock> {
  const frozenAt = yield* connection.cell<number | null>('SELECT frozen_at FROM agents WHERE id = ?', owner)
  return { now, clock: Math.min(now, frozenAt ?? now) }
}
