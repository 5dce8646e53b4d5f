import type { BestAmong } from '../../domain/addressing/address.ts'
import { fleetStateOf } from '../../domain/fleet.ts'
import { type Agent, rolesOf } from '../../domain/roster.ts'
import type { Candidate, LeftOut } from '../../domain/routing/ranking.ts'
import type { Context } from '../context.ts'
import { mayWriteTo } from '../posting/talks-to.ts'
import { everyAgent } from '../upkeep/roster-walk.ts'

export type Field = { readonly candidates: readonly Candidate[]; readonly left: readonly LeftOut[] }

/** The agents that could get the message, and those with the role or tag that could not. The sender is neither. */
export async function candidatesFor(
  context: Context,
  among: BestAmong | null,
  excluded: ReadonlySet<string>,
): Promise<Field> {
  const { store, actor } = context
  const agents = (await everyAgent(context, { kind: 'agent', ...filterOf(among) })).filter(
    ({ address, state }) => state !== 'dead' && address !== actor.address,
  )
  const addresses = agents.map(({ address }) => address)
  const [duties, unread] = await Promise.all([
    store.fleet.duties(addresses, null),
    store.roster.unread(addresses, context.now()),
  ])
  const candidates: Candidate[] = []
  const left: LeftOut[] = []
  for (const [at, agent] of agents.entries()) {
    const { works, owed } = duties[at] ?? { works: 0, owed: 0 }
    const facts = { works, owed, unread: unread[at]?.total ?? 0 }
    const why = excluded.has(agent.address) ? 'excluded' : whyNot(context, agent, facts)
    if (why !== null) left.push({ agent: agent.address, why })
    else
      candidates.push({
        agent: agent.address,
        roles: rolesOf(agent),
        tags: agent.tags.filter((tag) => !tag.startsWith('role:')),
        open: facts.unread + works,
        owed,
      })
  }
  return { candidates, left }
}

function filterOf(among: BestAmong | null): { readonly role?: string; readonly tag?: string } {
  if (among === null) return {}
  return among.type === 'role' ? { role: among.name } : { tag: among.tag }
}

type Facts = { readonly works: number; readonly owed: number; readonly unread: number }

function whyNot(context: Context, agent: Agent, facts: Facts): LeftOut['why'] | null {
  const { settings, actor, now } = context
  if (agent.state === 'frozen') return 'frozen'
  const waitsForMail = agent.waiting !== undefined && agent.waiting.since >= (agent.lastSeen ?? 0)
  const state = fleetStateOf({ ...agent, ...facts, waitsForMail }, null, now(), settings.patrol.silentAfter)
  if (state === 'silent') return 'silent'
  if (!mayWriteTo(actor, agent)) return 'not-allowed'
  const { maxQueueSize } = settings.mailbox
  return maxQueueSize !== null && facts.unread >= maxQueueSize ? 'full' : null
}
