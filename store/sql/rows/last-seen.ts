import type { Doer } from '../../mail-store.ts'
import type { Tx } from '../connection.ts'
import { unlisted } from '../tables/agents.ts'
import type { Work } from '../work.ts'

/** An agent that goes on acting is noted once in so long, ms. */
const often = 15_000

const sql = `UPDATE agents SET last_seen = @at WHERE id = @agent AND coalesce(last_seen, 0) <= @at - ${often} AND state <> '${unlisted}'`

/**
 * Notes in a write that is under way that an agent was heard of: it sent, read or claimed something itself. Others who
 * act in its name, and patrol, prove nothing.
 */
export function* noteSeen(
  tx: Tx,
  agent: number,
  { principal, command }: Pick<Doer, 'principal' | 'command'>,
  at: number,
): Work<void> {
  if (principal !== null || command === 'patrol') return
  yield* tx.run(sql, { agent, at })
}
