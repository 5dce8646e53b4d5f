import { type Act, inBatches, lookedFor, patrolDoer, phrase, told } from '../act.ts'

/** Returns claimed items to their queue when the lease has expired. */
export const returnClaims: Act = async (round) => {
  const { store, now } = round.context
  const returned = round.rehearsal
    ? await store.queues.lapsed(lookedFor, now())
    : await inBatches(round, (size) => store.queues.returnLapsed(patrolDoer(round), size, now()))
  const what = phrase(round, returned.length, 'item', 'returned', 'return')
  return told('claims', what, 'The lease of the claim expired.', returned)
}
