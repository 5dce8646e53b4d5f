import type { Connection } from '../database/connection.ts'

/** The clock of mail for a frozen agent stood still: what had not expired by then lasts as much longer. */
export async function wake(
  connection: Connection,
  agent: number,
  frozenAt: number,
  at: number,
): Promise<void> {
  const slept = Math.max(0, at - frozenAt)
  const sql =
    'UPDATE deliveries SET expires_at = expires_at + @slept WHERE agent_id = @agent AND box IN (0, 1, 2, 4, 6) AND expires_at > @frozenAt'
  if (slept > 0) await connection.statement(sql).run({ agent, frozenAt, slept })
}
