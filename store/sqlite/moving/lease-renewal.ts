import { boxes } from '../../../src/domain/delivery.ts'
import type { Hold } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'

const processing = boxes.indexOf('processing')

/** A sign of life rather than a deed: nothing is logged. */
export function renewLease(
  connection: Connection,
  owner: string,
  { message, attempt }: Hold,
  { by, until }: { readonly by: string; readonly until: number },
): boolean {
  const agent = namesOf(connection).find(owner)
  const rank = rankOfMessage(connection, message)
  if (agent === undefined || rank === undefined) return false
  const sql = `UPDATE deliveries SET held_until = ?
    WHERE agent_id = ? AND box = ${processing} AND rank = ? AND held_by = ? AND attempts = ?`
  return connection.statement(sql).run(until, agent, rank, by, attempt).changes === 1
}
