import { stateOf } from '../../src/domain/delivery.ts'
import type { Doer } from '../mail-store.ts'
import type { Connection } from './connection.ts'
import { openDeed } from './deeds.ts'
import { type CopyRow, copyColumns, deliveryOf } from './rows.ts'
import type { Signals } from './signals.ts'

/** The clock of mail for a frozen agent stood still: what had not expired by then lasts as much longer. */
export function wake(connection: Connection, agent: number, frozenAt: number, at: number): void {
  const slept = Math.max(0, at - frozenAt)
  const sql =
    'UPDATE deliveries SET expires_at = expires_at + @slept WHERE agent_id = @agent AND box IN (0, 1, 2, 4, 6) AND expires_at > @frozenAt'
  if (slept > 0) connection.statement(sql).run({ agent, frozenAt, slept })
}

/** What a retired agent had not read becomes dead letters. */
export function bury(connection: Connection, signals: Signals, agent: number, doer: Doer, at: number): void {
  const sql = `SELECT d.rank, ${copyColumns} FROM deliveries d WHERE d.agent_id = ? AND (d.box = 0 OR (d.box = 6 AND d.was = 0))`
  const deed = openDeed(connection, signals, { doer, at, what: 'dead' })
  for (const row of connection.statement(sql).all(agent) as CopyRow[]) {
    const state = stateOf(deliveryOf(connection, row))
    const next = {
      ...state,
      box: 'dead',
      was: 'unread',
      snoozedUntil: null,
      heldBy: null,
      heldUntil: null,
    } as const
    deed.change({ row, next, what: 'dead' })
  }
  deed.finish()
}
