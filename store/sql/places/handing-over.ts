import { placeOf } from '../../../src/domain/places.ts'
import type { Claim } from '../../../src/domain/queue.ts'
import type { Claimed, ClaimRequest, Doer, NextClaim, QueueStore, Turn } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { admitting } from '../rows/queue-rows.ts'
import type { Work, Working } from '../work.ts'
import { claimNext, claimSound, lockLimit, mayYield } from './claims.ts'
import { type Finish, finishClaims, finishWithin } from './endings.ts'

/** Work is handed over, and taken back done. */
export function openHandingOver(
  connection: Connection,
): Working<Pick<QueueStore, 'claim' | 'finish' | 'finishAndClaim'>> {
  /** Whether the last claim got something: there may be more. */
  let yielded = false

  function* isInVain(request: ClaimRequest, at: number): Work<boolean> {
    for (const queue of yield* admitting(connection, request))
      if (yield* mayYield(connection, queue, at)) return false
    return true
  }

  function* claimStepwise(doer: Doer, request: ClaimRequest, at: number): Work<Claimed | null> {
    // A caller that polls an empty queue must not block others.
    if (!yielded && (yield* isInVain(request, at))) return null
    yielded = false
    const claimed = yield* connection.write((tx) => claimNext(tx, doer, request, at))
    yielded = claimed !== null
    return claimed
  }

  return {
    *claim(doer, request, at) {
      const { fast } = connection.engine
      const claimed = fast === null ? undefined : yield* fast.claim(connection, doer, request, at)
      return claimed === undefined ? yield* claimStepwise(doer, request, at) : claimed
    },
    finish: (doer, claims, ending, at, note) => finishClaims(connection, doer, claims, { ending, at, note }),
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

/** The queue is locked before anything is counted, as a claim does it: two turns must not wait for each other. */
function* endAndClaim(
  tx: Tx,
  doer: Doer,
  claim: Claim,
  finish: Finish,
  { forms, lease }: NextClaim,
): Work<Turn> {
  const [moved] = yield* finishWithin(tx, doer, [claim], finish, ({ agent_id }) => lockLimit(tx, agent_id))
  if (moved === undefined) throw new Error('A claim was neither ended nor refused')
  const place = placeOf(moved.letter?.delivery?.owner ?? '')
  if (moved.problem !== null || place === null) return { moved, next: null, lost: [] }
  const { claimed, lost } = yield* claimSound(tx, doer, { queue: place.name, forms, lease }, finish.at)
  return { moved, next: claimed, lost }
}
