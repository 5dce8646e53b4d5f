import { boxes } from '../../../src/domain/delivery.ts'
import type { Hold } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]

/** A sign of life, so nothing is logged. If `by` is `null`, a hold stays with its holder. */
export function renewLease(
  connection: Connection,
  owner: string,
  { message, attempt }: Hold,
  { by, until }: { readonly by: string | null; readonly until: number },
): boolean {
  const agent = namesOf(connection).find(owner)
  const rank = rankOfMessage(connection, message)
  if (agent === undefined || rank === undefined) return false
  const box = by === null ? unread : processing
  const sql = `UPDATE deliveries SET held_until = @until
    WHERE agent_id = @agent AND box = @box AND rank = @rank AND held_by = coalesce(@by, held_by) AND attempts = @attempt`
  return connection.statement(sql).run({ until, agent, box, rank, by, attempt }).changes === 1
}
