import { boxes } from '../../../src/domain/delivery.ts'
import type { DeliveryStore, Hold } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { rankOfMessage } from '../rows/copies.ts'
import { findNumber } from '../rows/names.ts'
import type { Work, Working } from '../work.ts'
import { holdCopies, holdNextCopy, releaseHolds, settleHolds } from './holds.ts'
import { moveCopies } from './moves.ts'

export type Settling = Pick<DeliveryStore, 'move' | 'hold' | 'holdNext' | 'settle' | 'renew' | 'release'>

/** The changes of copies: moves, and holds with their ends. */
export function openSettling(connection: Connection): Working<Settling> {
  return {
    move: (doer, owner, targets, move, note) => moveCopies(connection, { doer, owner, targets, move, note }),
    hold: (doer, owner, messages, until, at) =>
      connection.write(
        (tx) => holdCopies(tx, { doer, owner, at }, until, messages),
        () => false,
      ),
    holdNext: (doer, owner, filter, until, at) =>
      holdNextCopy(connection, { doer, owner, at }, until, filter),
    settle: (doer, owner, holds, as, at) => settleHolds(connection, { doer, owner, at }, holds, as),
    renew: (owner, hold, lease) =>
      connection.write(
        (tx) => renewLease(tx, owner, hold, lease),
        () => false,
      ),
    *release(doer, owner, holds, at) {
      yield* connection.write(
        (tx) => releaseHolds(tx, { doer, owner, at }, holds),
        (released) => released,
      )
    },
  }
}

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]

/** A sign of life, so nothing is logged. If `by` is `null`, a hold stays with its holder. */
function* renewLease(
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
