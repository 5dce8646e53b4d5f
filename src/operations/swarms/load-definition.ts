import type { MemberRights } from '../../domain/definition-members.ts'
import { MailError } from '../../domain/errors.ts'
import { type Agent, isLiving, ownSwarm } from '../../domain/roster.ts'
import { contextFor } from '../../services/acting-for.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { type Definition, swarmDefinition } from '../../services/swarms/definition.ts'
import { noteMembers } from '../../services/swarms/members.ts'
import { appoint, supervisorNames } from '../../services/swarms/supervisors.ts'
import { internal } from '../internal.ts'

/** An agent as a definition names it; what is `undefined` stays as it is. */
export type Member = {
  readonly name: string
  readonly longForm: string | null
  readonly talksTo: readonly string[] | undefined
  readonly canComplete: boolean | undefined
}

type NewDefinition = {
  /** The administrator whose token it is. */
  readonly by: Agent
  /** Fields that are left out do not change. */
  readonly definition: Partial<Definition>
  readonly members: readonly Member[]
  /** The agent that the server was started with, in the place of the definition's. */
  readonly usual: string | null
}

export const loadDefinition = internal({
  summary: "Change the swarm's definition and register its agents; none is taken off the roster",
  access: 'write',
  needs: 'own',
  /** @throws MailError `usage` it defines nothing, or no entrypoint that is an agent */
  async run(server, { by, definition: changes, members, usual }: NewDefinition): Promise<void> {
    const context = contextFor(server, by)
    if (members.length === 0 && Object.keys(changes).length === 0)
      throw new MailError('usage', 'the definition names no agents and no entrypoint')
    const known = await swarmDefinition(context)
    const definition = { ...known, entrypoint: usual ?? known.entrypoint, ...changes }
    await requireKnown(context, definition.entrypoint, members)
    await noteMembers(context, rightsSet(members, supervisorNames(changes)))
    for (const member of members) await enrol(context, member)
    await appoint(context, definition)
    await context.store.facts.remember('swarm-definition', JSON.stringify(definition))
  },
})

/** What is about to be set, by agent. */
function rightsSet(
  members: readonly Member[],
  supervisors: readonly string[],
): ReadonlyMap<string, Partial<MemberRights>> {
  const sets = new Map<string, Partial<MemberRights>>()
  for (const { name, talksTo, canComplete } of members)
    sets.set(name, {
      ...(talksTo !== undefined && { talksTo }),
      ...(canComplete !== undefined && { canComplete }),
    })
  for (const name of supervisors) sets.set(name, { ...sets.get(name), canComplete: true })
  return sets
}

async function enrol(context: Context, { name, longForm, talksTo, canComplete }: Member): Promise<void> {
  const { roster } = context.store
  const known = await roster.find(name)
  const changes = {
    address: name,
    longForm,
    ...ownSwarm(known, { address: name }, context.swarm),
    ...(talksTo !== undefined && { talksTo }),
    ...(canComplete !== undefined && { canComplete }),
  }
  if (known === null || known.state === 'dead') await roster.register(changes, doerOf(context), context.now())
  else await roster.update(changes, doerOf(context), context.now())
}

/** Tasks for nobody would all be refused. @throws MailError `usage` */
async function requireKnown(
  { store }: Context,
  entrypoint: string | null,
  members: readonly Member[],
): Promise<void> {
  if (entrypoint === null) throw new MailError('usage', 'the definition has no entrypoint')
  if (members.some(({ name }) => name === entrypoint)) return
  const agent = await store.roster.find(entrypoint)
  if (agent === null || !isLiving(agent) || agent.kind !== 'agent')
    throw new MailError('usage', `the entrypoint ${entrypoint} is not an agent`)
}
