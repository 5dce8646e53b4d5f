import type { Mailbox } from '../../../../mailbox.ts'
import type { Event } from '../../event.ts'

const mostAgents = 2_000
const agentsAtOnce = 500

export async function fetchRoster(
  mailbox: Mailbox,
): Promise<Omit<Extract<Event, { type: 'roster-loaded' }>, 'type' | 'request'>> {
  const [first, head, drafts, places, { views }] = await Promise.all([
    mailbox.listAgents({ limit: agentsAtOnce }),
    fetchHead(mailbox),
    mailbox.listDrafts({ limit: 100 }),
    mailbox.places({}),
    mailbox.listViews({ limit: 100 }),
  ])
  const agents = [...first.agents]
  for (let after = first.next; after !== null && agents.length < mostAgents; ) {
    const page = await mailbox.listAgents({ limit: agentsAtOnce, after })
    agents.push(...page.agents)
    after = page.next
  }
  return { agents, ...head, drafts: drafts.drafts.length, places, views }
}

/** The counts of the header. */
export async function fetchHead(
  mailbox: Mailbox,
): Promise<Omit<Extract<Event, { type: 'head-loaded' }>, 'type' | 'request'>> {
  const [unread, dead] = await Promise.all([mailbox.count({}), mailbox.inbox({ dead: true, limit: 100 })])
  return { unread, dead: dead.messages.length }
}
