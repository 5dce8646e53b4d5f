import { noQuestion } from '../../domain/addressing/roster-question.ts'
import type { AgentKind } from '../../domain/priority.ts'
import { internal } from '../internal.ts'

export const peopleKinds = internal({
  summary: 'Say what the people of this swarm are, by address: users or administrators',
  access: 'read',
  async run({ store }): Promise<ReadonlyMap<string, AgentKind>> {
    const { agents } = await store.roster.lookUp({ ...noQuestion, people: true })
    return new Map(agents.map(({ address, kind }) => [address, kind]))
  },
})
