import { type Act, patrolDoer, phrase, told } from '../act.ts'

/** What a claimant never came back for returns to its queue. */
export const returnClaims: Act = async (round) => {
  const { store, now } = round.context
  const why = 'The lease of its claim ran out.'
  const { claims } = await store.upkeep.foresee(now())
  if (claims === 0) return []
  if (round.rehearsal)
    return [{ act: 'claims', what: phrase(round, claims, 'item', 'returned', 'return'), why, messages: [] }]
  const returned = await store.queues.returnLapsed(patrolDoer(round), now())
  return told('claims', phrase(round, returned.length, 'item', 'returned', 'return'), why, returned)
}
