import type { Connection } from './connection.ts'

/** `clock` is the owner's: it stands still while the owner is frozen, and only expiry goes by it. */
export type Clock = { readonly now: number; readonly clock: number }

export async function clockOf(connection: Connection, owner: number, now: number): Promise<Clock> {
  const row = (await connection.statement('SELECT frozen_at FROM agents WHERE id = ?').get(owner)) as
    | { frozen_at: number | null }
    | undefined
  return { now, clock: Math.min(now, row?.frozen_at ?? now) }
}
