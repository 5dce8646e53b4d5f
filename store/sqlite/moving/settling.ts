import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { findNextFree } from '../reading/mailbox.ts'
import { namesOf } from '../rows/names.ts'
import { holdCopies, holdNextCopy, releaseHolds, settleHolds } from './holds.ts'
import { renewLease } from './lease-renewal.ts'
import { moveCopies, withoutCopies } from './moves.ts'

export type Settling = Pick<DeliveryStore, 'move' | 'hold' | 'holdNext' | 'settle' | 'renew' | 'release'>

/** The changes of copies: moves, and holds with their ends. */
export function openSettling(connection: Connection): Settling {
  const parts = { connection }
  const names = namesOf(connection)
  return {
    async move(doer, owner, targets, move, note) {
      // Items of queues are nobody's own: to see that needs no lock.
      const missing = withoutCopies(connection, owner, targets)
      if (missing !== null) return missing
      return connection.write(
        () => moveCopies(connection, { doer, owner, targets, move, note }),
        (moved) => moved.some(({ changed }) => changed),
      )
    },
    // Others cannot see held mail, so a hold rings nobody; settling and releasing it ring.
    async hold(doer, owner, messages, until, at) {
      return connection.write(
        () => holdCopies(parts, { doer, owner, at }, until, messages),
        () => false,
      )
    },
    async holdNext(doer, owner, filter, until, at) {
      const agent = names.find(owner)
      // Repeated requests for missing mail must not make others wait.
      if (agent === undefined || findNextFree(connection, agent, filter, at) === undefined) return null
      return connection.write(
        () => holdNextCopy(parts, { doer, owner, at }, until, filter),
        () => false,
      )
    },
    async settle(doer, owner, holds, as, at) {
      return connection.write(
        () => settleHolds(parts, { doer, owner, at }, holds, as),
        (moved) => moved.some(({ changed }) => changed),
      )
    },
    async renew(owner, hold, lease) {
      return connection.write(
        () => renewLease(connection, owner, hold, lease),
        () => false,
      )
    },
    async release(doer, owner, holds, at) {
      connection.write(
        () => releaseHolds(parts, { doer, owner, at }, holds),
        (released) => released,
      )
    },
  }
}
