import type { RosterStore } from '../../../store/mail-store.ts'
import type { Agent } from '../../domain/roster.ts'
import type { Context } from '../context.ts'

type Filter = Parameters<RosterStore['list']>[0]

/** The whole roster, or those of it that are asked for, the dead included. */
export async function everyAgent({ store }: Context, filter: Filter = {}): Promise<readonly Agent[]> {
  const agents: Agent[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.roster.list>> = await store.roster.list(filter, {
      limit: 500,
      after,
    })
    agents.push(...page.rows)
    if (page.next === null) return agents
    after = page.next
  }
}

const pageSize = 50

/** The roster behind an agent, page by page. */
export async function* agentsAfter({ store }: Context, from: string | null): AsyncIterable<Agent> {
  for (let after = from; ; ) {
    const page = await store.roster.list({}, { limit: pageSize, after })
    yield* page.rows
    if (page.next === null) return
    after = page.next
  }
}
