import type { Mailbox } from '../../../../mailbox.ts'
import { sentenceOf } from '../../sentence.ts'
import type { AgentDetails, ContextUses } from './board-state.ts'

const [mostMail, mostMoments, mostLines] = [10, 50, 20]
/** The height of a tall terminal. */
const mostBeside = 60

/** Its mailbox, its terminal, and its latest changes. */
export async function fetchAgent(mailbox: Mailbox, agent: string): Promise<AgentDetails> {
  const [{ messages }, { timeline }, { pane, reservations }] = await Promise.all([
    mailbox.inbox({ owner: agent, limit: mostMail }),
    mailbox.timeline({ agent, limit: mostMoments }),
    mailbox.showAgent({ agent }),
  ])
  const shown = pane === null ? null : await fetchPane(mailbox, agent, mostLines)
  return { mail: messages, timeline, reserved: reservations, pane: shown }
}

/** An agent without a pane is usual; a pane that is gone is worth a word. */
export async function fetchPane(
  mailbox: Mailbox,
  agent: string,
  lines = mostBeside,
): Promise<AgentDetails['pane']> {
  try {
    return { lines: (await mailbox.peek({ agent, lines })).lines, problem: null }
  } catch (error) {
    return { lines: [], problem: sentenceOf(error) }
  }
}

export async function fetchContext(mailbox: Mailbox, agents: readonly string[]): Promise<ContextUses> {
  const { fleet } = await mailbox.fleet({ agents: [...agents], context: true, limit: agents.length })
  return Object.fromEntries(
    fleet.flatMap(({ agent, context }) => (context === undefined ? [] : [[agent, context]])),
  )
}
