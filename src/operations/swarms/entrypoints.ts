import { type Agent, isLiving } from '../../domain/roster.ts'
import { supervisorsIn } from '../../services/swarms/supervisors.ts'
import { internal } from '../internal.ts'

export type Entrypoints = {
  /** The recipient of tasks if none was named. */
  readonly usual: Agent | null
  /** The other agents that may complete tasks. */
  readonly others: readonly Agent[]
}

export const listEntrypoints = internal({
  summary: 'List the agents that clients may give tasks to: the usual one, and those that may complete tasks',
  access: 'read',
  async run(context, { usual: address }: { readonly usual: string | null }): Promise<Entrypoints> {
    const found = address === null ? null : await context.store.roster.find(address)
    const usual = found !== null && isLiving(found) && found.kind === 'agent' ? found : null
    const others: Agent[] = []
    for await (const agent of supervisorsIn(context))
      if (agent.kind === 'agent' && agent.address !== usual?.address) others.push(agent)
    return { usual, others }
  },
})
