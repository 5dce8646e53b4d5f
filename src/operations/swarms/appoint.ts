import { requireAgentName } from '../../domain/addressing/address.ts'
import { internal } from '../internal.ts'
import { type Context, doerOf } from '../operation.ts'
import { type Definition, swarmDefinition } from './definition.ts'

export const appointSupervisors = internal({
  summary: "Let the supervisors of the swarm's definition complete tasks",
  access: 'write',
  run: async (context) => appoint(context, await swarmDefinition(context)),
})

/** Unregistered supervisors are skipped. */
export async function appoint(context: Context, { supervisors }: Definition): Promise<void> {
  const { roster } = context.store
  for (const address of supervisors) {
    const agent = await roster.find(requireAgentName(address).name)
    if (agent === null || agent.canComplete) continue
    const changes = { address: agent.address, longForm: agent.longForm, canComplete: true }
    await roster.update(changes, doerOf(context), context.now())
  }
}
