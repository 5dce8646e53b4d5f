import { requireAgentName } from '../../domain/addressing/address.ts'
import { type Agent, isLiving } from '../../domain/roster.ts'
import { type Context, doerOf } from '../context.ts'
import type { Definition } from './definition.ts'

export function supervisorNames({ supervisors = [] }: Partial<Definition>): readonly string[] {
  return supervisors.map((address) => requireAgentName(address).name)
}

/** Unregistered supervisors are skipped. */
export async function appoint(context: Context, definition: Definition): Promise<void> {
  const { roster } = context.store
  for (const name of supervisorNames(definition)) {
    const agent = await roster.find(name)
    if (agent === null || agent.canComplete) continue
    const changes = { address: agent.address, longForm: agent.longForm, canComplete: true }
    await roster.update(changes, doerOf(context), context.now())
  }
}

export async function someoneCompletes(context: Context): Promise<boolean> {
  for await (const _ of supervisorsIn(context)) return true
  return false
}

export function howToAllow(agent: string): string {
  return `allow one with \`watchpost agents update ${agent} --can-complete\``
}

/** The living agents and people here that may complete tasks. */
export async function* supervisorsIn({ store }: Context): AsyncGenerator<Agent> {
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
