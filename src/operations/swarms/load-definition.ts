import { MailError } from '../../domain/errors.ts'
import { isLiving, ownSwarm } from '../../domain/roster.ts'
import { internal } from '../internal.ts'
import { type Context, doerOf } from '../operation.ts'
import { appoint } from './appoint.ts'
import type { Definition } from './definition.ts'

/** An agent as a definition names it; what is `undefined` stays as it is. */
export type Member = {
  readonly name: string
  readonly longForm: string | null
  readonly talksTo: readonly string[] | undefined
  readonly canComplete: boolean | undefined
}

type NewDefinition = { readonly definition: Definition; readonly members: readonly Member[] }

export const loadDefinition = internal({
  summary: "Replace the swarm's definition and register its agents; none is taken off the roster",
  access: 'write',
  async run(context, { definition, members }: NewDefinition): Promise<void> {
    await requireKnown(context, definition.entrypoint, members)
    for (const member of members) await enrol(context, member)
    await appoint(context, definition)
    await context.store.facts.remember('swarm-definition', JSON.stringify(definition))
  },
})

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
  if (entrypoint === null || members.some(({ name }) => name === entrypoint)) return
  const agent = await store.roster.find(entrypoint)
  if (agent === null || !isLiving(agent))
    throw new MailError('usage', `the entrypoint ${entrypoint} is not an agent`)
}
