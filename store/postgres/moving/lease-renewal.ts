import { boxes } from '../../../src/domain/delivery.ts'
import type { Hold } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]

/** A sign of life rather than a deed: nothing is logged. Where `by` is `null`, a hold stays with whoever has it. */
export async function renewLease(
  connection: Connection,
  owner: string,
  { message, attempt }: Hold,
  { by, until }: { readonly by: string | null; readonly until: number },
): Promise<boolean> {
  const agent = await namesOf(connection).find(owner)
  const rank = await rankOfMessage(connection, message)
  if (agent === undefined || rank === undefined) return false
  const box = by === null ? unread : processing
  const sql = `UPDATE deliveries SET held_until = @until
    WHERE agent_id = @agent AND box = @box AND rank = @rank AND held_by = coalesce(@by, held_by) AND attempts = @attempt`
  return (await connection.statement(sql).run({ until, agent, box, rank, by, attempt })).changes === 1
}
