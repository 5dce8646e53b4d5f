import type { QueueStore } from '../../mail-store.ts'
import type { Connection } from '../../sql/connection.ts'
import { claimNext, mayYield } from '../../sql/places/claims.ts'
import { finishClaims } from '../../sql/places/endings.ts'
import { endAndClaim } from '../../sql/places/turns.ts'
import { admitting } from '../../sql/rows/queue-rows.ts'
import type { Work, Working } from '../../sql/work.ts'

/** Work is handed over, and taken back done, under the write lock. */
export function openHandingOver(
  connection: Connection,
): Working<Pick<QueueStore, 'claim' | 'finish' | 'finishAndClaim'>> {
  /** Whether the last claim got something: there may be more. */
  let yielded = false

  function* isInVain(request: Parameters<typeof admitting>[1], at: number): Work<boolean> {
    for (const queue of yield* admitting(connection, request))
      if (yield* mayYield(connection, queue, at)) return false
    return true
  }

  return {
    *claim(doer, request, at) {
      // A caller that polls an empty queue must not block others.
      if (!yielded && (yield* isInVain(request, at))) return null
      yielded = false
      const claimed = yield* connection.write((tx) => claimNext(tx, doer, request, at))
      yielded = claimed !== null
      return claimed
    },
    finish: (doer, claims, ending, at, note) =>
      connection.write(
        (tx) => finishClaims(tx, doer, claims, { ending, at, note }),
        (moved) => moved.some(({ changed }) => changed),
      ),
    *finishAndClaim(doer, claim, { ending, note }, next, at) {
      const turn = yield* connection.write(
        (tx) => endAndClaim(tx, doer, claim, { ending, at, note }, next),
        ({ moved }) => moved.changed,
      )
      yielded = turn.next !== null
      return turn
    },
  }
}
