import type { Made } from '../../../store/mail-store.ts'
import type { Agent } from '../../domain/roster.ts'
import type { ForeignPlace, Format, Piece } from '../../formats/format.ts'
import type { Context } from '../context.ts'
import { all } from './directory.ts'

export function printedAgents(format: Format, agents: readonly Agent[]): readonly Piece[] {
  return format.printAgents(
    agents.map(({ address, role, swarm, session, tags, state, lastSeen }) => ({
      address,
      role,
      swarm,
      session,
      tags,
      state,
      lastSeen,
    })),
  )
}

export async function printedPlaces(format: Format, { store, now }: Context): Promise<readonly Piece[]> {
  const asked = { limit: 500, makers: true }
  const groups = await all((after) => store.groups.list({ ...asked, after }))
  const queues = await all((after) => store.queues.list({ ...asked, after }, now()))
  const channels = await all((after) => store.channels.list({ ...asked, after }))
  return format.printPlaces([
    ...groups.map(
      ({ name, members, ...made }): ForeignPlace => ({ type: 'group', name, members, ...madeBy(made) }),
    ),
    ...queues.map(
      ({ name, status, order, maxConcurrency, claimers, ...rest }): ForeignPlace => ({
        type: 'queue',
        name,
        status,
        order,
        maxConcurrency,
        claimers,
        counts: {
          available: rest.available,
          processing: rest.processing,
          completed: rest.completed,
          failed: rest.failed,
        },
        ...madeBy(rest),
      }),
    ),
    ...channels.map(
      ({ name, status, subscribers, retainCount, retainHours, ...made }): ForeignPlace => ({
        type: 'channel',
        name,
        status,
        subscribers,
        retainCount,
        retainHours,
        ...madeBy(made),
      }),
    ),
  ])
}

function madeBy({ maker = null, madeAt = null }: Made): Required<Made> {
  return { maker, madeAt }
}
