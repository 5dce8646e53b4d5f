import type { Tx } from '../connection.ts'
import type { Work } from '../work.ts'

const sql =
  'UPDATE deliveries SET expires_at = expires_at + @slept WHERE agent_id = @agent AND box IN (0, 1, 2, 4, 6) AND expires_at > @frozenAt'

/** The clock of mail for a frozen agent stood still: what had not expired by then lasts as much longer. */
export function* wake(tx: Tx, agent: number, frozenAt: number, at: number): Work<void> {
  const slept = Math.max(0, at - frozenAt)
  if (slept > 0) yield* tx.run(sql, { agent, frozenAt, slept })
}
