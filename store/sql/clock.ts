import type { Connection } from './connection.ts'
import type { Work } from './work.ts'

/** `clock` is the owner's: it stands still while the owner is frozen, and only expiry goes by it. */
export type Clock = { readonly now: number; readonly clock: number }

type Frozen = { readonly id: number; readonly frozen_at: number }

/** Those of several at once, by owner: few are frozen. */
export function* clocksOf(
  connection: Connection,
  owners: readonly number[],
  now: number,
): Work<(owner: number) => Clock> {
  const sql = `SELECT a.id, a.frozen_at FROM numbers(?) j CROSS JOIN agents a ON a.id = j.value WHERE a.frozen_at IS NOT NULL`
  const frozen = new Map<number, number>()
  const asked = JSON.stringify([...new Set(owners)])
  for (const { id, frozen_at } of yield* connection.rows<Frozen>(sql, asked)) frozen.set(id, frozen_at)
  return (owner) => ({ now, clock: Math.min(now, frozen.get(owner) ?? now) })
}

export function* clockOf(connection: Connection, owner: number, now: number): Work<Clock> {
  const frozenAt = yield* connection.cell<number | null>('SELECT frozen_at FROM agents WHERE id = ?', owner)
  return { now, clock: Math.min(now, frozenAt ?? now) }
}
