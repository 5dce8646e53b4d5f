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
  const groups = await all((after) => store.groups.list({ limit: 500, after, makers: true }))
  const queues = await all((after) => store.queues.list({ limit: 500, after }, now()))
  const channels = await all((after) => store.channels.list({ limit: 500, after, makers: true }))
  return format.printPlaces([
    ...groups.map(
      (group): ForeignPlace => ({
        type: 'group',
        name: group.name,
        members: group.members,
        maker: group.maker ?? null,
      }),
    ),
    ...queues.map(
      ({
        name,
        status,
        order,
        maxConcurrency,
        claimers,
        available,
        processing,
        completed,
        failed,
      }): ForeignPlace => ({
        type: 'queue',
        name,
        status,
        order,
        maxConcurrency,
        claimers,
        counts: { available, processing, completed, failed },
      }),
    ),
    ...channels.map(
      ({ name, status, subscribers, retainCount, retainHours, maker = null }): ForeignPlace => ({
        type: 'channel',
        name,
        status,
        subscribers,
        retainCount,
        retainHours,
        maker,
      }),
    ),
  ])
}
