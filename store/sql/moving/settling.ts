import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import type { Working } from '../work.ts'
import { holdCopies, holdNextCopy, releaseHolds, settleHolds } from './holds.ts'
import { renewLease } from './lease-renewal.ts'
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
