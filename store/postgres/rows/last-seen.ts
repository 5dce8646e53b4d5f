import type { Doer } from '../../mail-store.ts'
import { unlisted } from '../../sql/unlisted.ts'
import type { Connection } from '../database/connection.ts'

/** An agent that goes on acting is noted once in so long, ms. */
const often = 15_000

const sql = `UPDATE agents SET last_seen = @at WHERE id = @agent AND coalesce(last_seen, 0) <= @at - ${often} AND state <> '${unlisted}'`
const noted = new WeakMap<Connection, Map<number, number>>()

/**
 * Notes in a write that is under way that an agent was heard of: it sent, read or claimed something itself. Others who
 * act in its name, and patrol, prove nothing.
 */
export async function noteSeen(
  connection: Connection,
  agent: number,
  { principal, command }: Pick<Doer, 'principal' | 'command'>,
  at: number,
): Promise<void> {
  if (principal !== null || command === 'patrol') return
  let last = noted.get(connection)
  if (last === undefined) {
    last = new Map()
    noted.set(connection, last)
  }
  if (Math.abs(at - (last.get(agent) ?? Number.NEGATIVE_INFINITY)) < often) return
  await connection.statement(sql).run({ agent, at })
  last.set(agent, at)
}
