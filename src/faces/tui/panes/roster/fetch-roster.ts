import type { Mailbox } from '../../../../mailbox.ts'
import type { EventOf } from '../../event.ts'

const mostAgents = 2_000
const agentsAtOnce = 500

export async function fetchRoster(
  mailbox: Mailbox,
): Promise<Omit<EventOf<'roster-loaded'>, 'type' | 'request'>> {
  const { roster, ...head } = await mailbox.glance({ agents: true })
  const agents = [...(roster?.agents ?? [])]
  for (let after = roster?.next ?? null; after !== null && agents.length < mostAgents; ) {
    const page = await mailbox.listAgents({ limit: agentsAtOnce, after })
    agents.push(...page.agents)
    after = page.next
  }
  return { agents, ...head }
}

/** What stands beside the mail, without the agents. */
export async function fetchHead(mailbox: Mailbox): Promise<Omit<EventOf<'head-loaded'>, 'type' | 'request'>> {
  const { roster: _, ...head } = await mailbox.glance({})
  return head
}
