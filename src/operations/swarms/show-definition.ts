import { internal } from '../internal.ts'
import { swarmDefinition } from './definition.ts'

export const showDefinition = internal({
  summary: "Show the swarm's definition",
  access: 'read',
  run: (context) => swarmDefinition(context),
})
