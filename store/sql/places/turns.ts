import { placeOf } from '../../../src/domain/places.ts'
import type { Claim } from '../../../src/domain/queue.ts'
import type { Doer, NextClaim, Turn } from '../../mail-store.ts'
import type { Tx } from '../connection.ts'
import type { Work } from '../work.ts'
import { claimSound, lockLimit } from './claims.ts'
import { type Finish, finishWithin } from './endings.ts'

/** The queue is locked before anything is counted, as a claim does it: two turns must not wait for each other. */
export function* endAndClaim(
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
