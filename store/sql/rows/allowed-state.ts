import { type DeliveryState, stateOf } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import { withdrawn } from '../../../src/domain/retraction.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { takenBackOf } from './retractions.ts'

type Place = { readonly agent_id: number; readonly rank: number }
type Held = { readonly owes: number; readonly isOpen: number }

const heldSql = `SELECT w.owes, CASE WHEN l.ended_at IS NULL THEN 1 ELSE 0 END AS "isOpen"
FROM withheld w CROSS JOIN loops l ON l.id = w.loop_id WHERE w.agent_id = ? AND w.rank = ?`

/**
 * The state that a copy may have, whichever way it comes back: what was taken back becomes neither unread again nor a dead letter, what
 * its sender stands by is not withdrawn, and no loop that has ended holds anything back.
 */
export function* allowedState(
  connection: Connection,
  { agent_id, rank }: Place,
  next: DeliveryState,
): Work<DeliveryState> {
  if (next.box === 'withheld') {
    const held = yield* connection.row<Held>(heldSql, agent_id, rank)
    if (held?.isOpen === 1) return next
    return yield* allowedState(
      connection,
      { agent_id, rank },
      { ...stateOf(next), box: 'unread', was: null, owes: held?.owes === 1 },
    )
  }
  const isWithdrawn = next.box === 'retracted'
  if (!isWithdrawn && next.box !== 'unread' && next.box !== 'dead') return next
  const isTakenBack = (yield* takenBackOf(connection, idOfRank(rank))) !== undefined
  if (isTakenBack === isWithdrawn) return next
  return isTakenBack ? withdrawn(stateOf(next)) : { ...stateOf(next), box: 'unread', was: null }
}
