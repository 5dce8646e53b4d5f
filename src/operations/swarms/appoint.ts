import { requireAgentName } from '../../domain/addressing/address.ts'
import { isLiving } from '../../domain/roster.ts'
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

/** The recipient of tasks if none was named: the only agent that may complete them. */
export const soleSupervisor = internal({
  summary: 'Find the only agent that may complete tasks; none where there are several',
  access: 'read',
  async run({ store }): Promise<string | null> {
    let found: string | null = null
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof store.roster.list>> = await store.roster.list(
        { kind: 'agent' },
        { limit: 500, after },
      )
      for (const agent of page.rows) {
        if (!agent.canComplete || !isLiving(agent)) continue
        if (found !== null) return null
        found = agent.address
      }
      if (page.next === null) return found
      after = page.next
    }
  },
})
