import type { Work } from '../../../domain/session.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import { workByLife } from '../../sessions/work-by-life.ts'
import { type Act, inBatches, lookedFor, patrolDoer, phrase, type Round, told } from '../act.ts'

/** Work whose lease ran out, and whose owner was not heard of since, is unread again. */
export const returnLeases: Act = async (round) => {
  const { store, now } = round.context
  const { ended, alive } = await workByLife(round.context)
  const spared = [...alive]
  const lapsed = round.rehearsal
    ? await store.upkeep.due('leases', lookedFor, now(), spared)
    : await inBatches(round, (size) => store.upkeep.endDue(patrolDoer(round), 'leases', size, now(), spared))
  return [...(await returnEnded(round, ended)), ...lapsedActs(round, lapsed)]
}

type Copy = { readonly owner: string; readonly message: number }

function lapsedActs(round: Round, returned: readonly Copy[]): readonly ActValue[] {
  const what = phrase(round, returned.length, 'message', 'returned', 'return')
  const owners = [...new Set(returned.map(({ owner }) => owner))].join(', ')
  const why = `The lease expired without a sign of life from ${owners}.`
  return told(
    'leases',
    what,
    why,
    returned.map(({ message }) => message),
  )
}

/** Work that ended sessions left in progress, from their own mailboxes and from queues. */
async function returnEnded(round: Round, ended: readonly Work[]): Promise<readonly ActValue[]> {
  const { store, now } = round.context
  const returned = round.rehearsal ? ended : await store.sessions.takeBack(patrolDoer(round), ended, now())
  const what = phrase(round, returned.length, 'message', 'returned', 'return')
  const holders = [...new Set(returned.map(({ holder }) => holder))].join(', ')
  const why = `The session of ${holders} that took it has ended.`
  return told(
    'leases',
    what,
    why,
    returned.map(({ message }) => message),
  )
}
