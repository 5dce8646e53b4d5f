import type { AgentKind } from '../../domain/priority.ts'
import { internal } from '../internal.ts'

export const kindsOf = internal({
  summary: 'Say what those with these addresses are: people, agents, or nobody (null)',
  access: 'read',
  async run(
    { store },
    { addresses }: { readonly addresses: readonly string[] },
  ): Promise<ReadonlyMap<string, AgentKind | null>> {
    const kinds = new Map<string, AgentKind | null>()
    for (const address of addresses)
      if (!kinds.has(address)) kinds.set(address, await store.roster.kindOf(address))
    return kinds
  },
})
