import { requireAgentName } from '../../domain/addressing/address.ts'
import { type Agent, isLiving } from '../../domain/roster.ts'
import { type Definition, swarmDefinition } from '../../services/swarms/definition.ts'
import { internal } from '../internal.ts'
import { type Context, doerOf } from '../operation.ts'

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
  async run(context): Promise<string | null> {
    let found: string | null = null
    for await (const { address, kind } of supervisorsIn(context)) {
      if (kind !== 'agent') continue
      if (found !== null) return null
      found = address
    }
    return found
  },
})

export const hasSupervisor = internal({
  summary: 'Check whether anybody here may complete tasks: else every caller would wait for ever',
  access: 'read',
  run: (context): Promise<boolean> => someoneCompletes(context),
})

export async function someoneCompletes(context: Context): Promise<boolean> {
  for await (const _ of supervisorsIn(context)) return true
  return false
}

export function howToAllow(agent: string): string {
  return `allow one with \`watchpost agents update ${agent} --can-complete\``
}

async function* supervisorsIn({ store }: Context): AsyncGenerator<Agent> {
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.roster.list>> = await store.roster.list(
      { completes: true },
      { limit: 500, after },
    )
    for (const agent of page.rows) if (isLiving(agent)) yield agent
    if (page.next === null) return
    after = page.next
  }
}
