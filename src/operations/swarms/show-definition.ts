import { type Definition, loadedDefinition, swarmDefinition } from '../../services/swarms/definition.ts'
import { internal } from '../internal.ts'
import { operation } from '../operation.ts'

export const showDefinition = internal({
  summary: "Show the swarm's definition",
  access: 'read',
  run: (context): Promise<Definition> => swarmDefinition(context),
})

export const describeSwarm = operation({
  summary: 'Show the definition of this swarm: its entrypoint, its supervisors and what other swarms see',
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
    return { ...rest, ...lists, loaded: (await loadedDefinition(context)) !== null }
  },
})
