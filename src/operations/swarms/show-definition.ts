import type { MemberRights } from '../../domain/definition-members.ts'
import { type Definition, loadedDefinition, swarmDefinition } from '../../services/swarms/definition.ts'
import { definedMembers } from '../../services/swarms/members.ts'
import type { DefinedAgentValue } from '../../values/swarms-schema.ts'
import { internal } from '../internal.ts'
import { operation } from '../operation.ts'

export const showDefinition = internal({
  summary: "Show the swarm's definition",
  access: 'read',
  run: (context): Promise<Definition> => swarmDefinition(context),
})

export const describeSwarm = operation({
  summary:
    'Show the definition of this swarm: its entrypoint, its supervisors, what other swarms see, and what was set for agents',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'definition',
  async run(context) {
    const { keywords, breakpointTools, supervisors, ...rest } = await swarmDefinition(context)
    const lists = {
      keywords: [...keywords],
      breakpointTools: [...breakpointTools],
      supervisors: [...supervisors],
    }
    const agents = (await definedMembers(context)).map(({ agent, set }) => memberValue(agent, set))
    return { ...rest, ...lists, loaded: (await loadedDefinition(context)) !== null, agents }
  },
})

export function memberValue(
  agent: string,
  { talksTo, canComplete }: Partial<MemberRights>,
): DefinedAgentValue {
  return { agent, talksTo: talksTo === undefined ? null : [...talksTo], canComplete: canComplete ?? null }
}
