import type { Doer } from '../../mail-store.ts'
import type { Mark, Tx } from '../connection.ts'
import { isTrue } from '../marks.ts'
import { unlisted } from '../tables/agents.ts'
import type { Work } from '../work.ts'

/** An agent that goes on acting is noted once in so long, ms. */
const often = 15_000

const sql = `UPDATE agents SET last_seen = @at WHERE id = @agent AND coalesce(last_seen, 0) <= @at - ${often} AND state <> '${unlisted}'`

type Heard = { readonly at: number; readonly mark: Mark | null }
/** When each agent was noted last, by this program: what was not stored counts within its change alone. */
const heardOf = new WeakMap<object, Map<number, Heard>>()

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
  const known = heardOf.get(tx.store) ?? new Map<number, Heard>()
  heardOf.set(tx.store, known)
  const heard = known.get(agent)
  if (heard !== undefined && isTrue(tx, heard.mark) && heard.at <= at && at < heard.at + often) return
  if ((yield* tx.run(sql, { agent, at })) > 0) known.set(agent, { at, mark: tx.mark })
}
