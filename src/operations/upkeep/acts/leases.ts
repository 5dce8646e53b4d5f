import { type Act, inBatches, lookedFor, patrolDoer, phrase, told } from '../act.ts'

/** Work whose lease ran out, and whose owner was not heard of since, is unread again. */
export const returnLeases: Act = async (round) => {
  const { store, now } = round.context
  const returned = round.rehearsal
    ? await store.upkeep.due('leases', lookedFor, now())
    : await inBatches(round, (size) => store.upkeep.endDue(patrolDoer(round), 'leases', size, now()))
  const what = phrase(round, returned.length, 'message', 'returned', 'return')
  const owners = [...new Set(returned.map(({ owner }) => owner))].join(', ')
  const why = `The lease ran out, and nothing was heard of ${owners} since.`
  return told(
    'leases',
    what,
    why,
    returned.map(({ message }) => message),
  )
}
