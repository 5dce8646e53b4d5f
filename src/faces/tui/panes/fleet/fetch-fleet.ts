import type { Mailbox } from '../../../../mailbox.ts'
import type { Values } from '../../../../values/schemas.ts'
import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import { sentenceOf } from '../../sentence.ts'
import type { AgentDetails } from './board-state.ts'

const agentsAtOnce = 5_000
const [mostMail, mostMoments, mostLines] = [10, 50, 20]

export async function fetchFleet(mailbox: Mailbox): Promise<Omit<Values['fleet'], 'next'>> {
  const rows: FleetRowValue[] = []
  for (let after: string | null = null; ; ) {
    const page: Values['fleet'] = await mailbox.fleet({
      limit: agentsAtOnce,
      ...(after !== null && { after }),
    })
    rows.push(...page.fleet)
    if (page.next === null) return { fleet: rows, counts: page.counts }
    after = page.next
  }
}

/** Its mailbox, its terminal, and its latest changes. */
export async function fetchAgent(mailbox: Mailbox, agent: string): Promise<AgentDetails> {
  const [{ messages }, { timeline }, { pane, reservations }] = await Promise.all([
    mailbox.inbox({ owner: agent, limit: mostMail }),
    mailbox.timeline({ agent, limit: mostMoments }),
    mailbox.showAgent({ agent }),
  ])
  const shown = pane === null ? null : await fetchPane(mailbox, agent)
  return { mail: messages, timeline, reserved: reservations, pane: shown }
}

/** An agent without a pane is usual; a pane that is gone is worth a word. */
async function fetchPane(mailbox: Mailbox, agent: string): Promise<AgentDetails['pane']> {
  try {
    return { lines: (await mailbox.peek({ agent, lines: mostLines })).lines, problem: null }
  } catch (error) {
    return { lines: [], problem: sentenceOf(error) }
  }
}
