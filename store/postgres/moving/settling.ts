import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { holdAtOnce, holdCopies, holdNextCopy, releaseHolds, settleHolds } from './holds.ts'
import { renewLease } from './lease-renewal.ts'
import { moveCopies } from './moves.ts'

export type Settling = Pick<DeliveryStore, 'move' | 'hold' | 'holdNext' | 'settle' | 'renew' | 'release'>

/** What changes copies: moves, and holds with their ends. */
export function openSettling(connection: Connection): Settling {
  const parts = { connection }
  return {
    async move(doer, owner, targets, move, note) {
      return moveCopies(connection, { doer, owner, targets, move, note })
    },
    // What is held is not there for others, who therefore need no ring; settling and releasing it rings.
    async hold(doer, owner, messages, until, at) {
      return connection.write(
        async () => holdCopies(parts, { doer, owner, at }, until, messages),
        () => false,
      )
    },
    async holdNext(doer, owner, filter, until, at) {
      const handOver = { doer, owner, at }
      const held = await connection.single(() => holdAtOnce(connection, handOver, until, filter))
      if (held !== undefined) return held
      return connection.write(
        async () => holdNextCopy(parts, handOver, until, filter),
        () => false,
      )
    },
    async settle(doer, owner, holds, as, at) {
      return settleHolds(parts, { doer, owner, at }, holds, as)
    },
    async renew(owner, hold, lease) {
      return connection.write(
        async () => renewLease(connection, owner, hold, lease),
        () => false,
      )
    },
    async release(doer, owner, holds, at) {
      await connection.write(
        async () => releaseHolds(parts, { doer, owner, at }, holds),
        (released) => released,
      )
    },
  }
}
