import { boxes } from '../../../src/domain/delivery.ts'
import type { Hold } from '../../mail-store.ts'
import type { Tx } from '../connection.ts'
import { rankOfMessage } from '../rows/copies.ts'
import { findNumber } from '../rows/names.ts'
import type { Work } from '../work.ts'

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]

/** A sign of life, so nothing is logged. If `by` is `null`, a hold stays with its holder. */
export function* renewLease(
  tx: Tx,
  owner: string,
  { message, attempt }: Hold,
  { by, until }: { readonly by: string | null; readonly until: number },
): Work<boolean> {
  const agent = yield* findNumber(tx, owner)
  const rank = yield* rankOfMessage(tx, message)
  if (agent === undefined || rank === undefined) return false
  const box = by === null ? unread : processing
  const sql = `UPDATE deliveries SET held_until = @until
    WHERE agent_id = @agent AND box = @box AND rank = @rank AND held_by = coalesce(@by, held_by) AND attempts = @attempt`
  return (yield* tx.run(sql, { until, agent, box, rank, by, attempt })) === 1
}
