import { isStance } from '../../../../domain/kind.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { DebateValue } from '../../../../values/debates-schema.ts'
import type { Event, EventOf } from '../../event.ts'
import type { Row } from '../../model/list.ts'
import type { LoadedThread } from '../../model/thread.ts'
import type { Source } from '../../state.ts'
import type { Fetched } from '../inbox/fetched.ts'

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

/** This many of each are listed, the latest first: each is read in whole. */
const most = 20

/** Open debates, the deadlocked first, and open tasks; also what is listed just now, however it stands. */
export async function fetchTopics(mailbox: Mailbox, source: Source): Promise<Event> {
  const [blocked, open, waiting, running] = await Promise.all([
    mailbox.blockers({ limit: most }),
    mailbox.listDebates({ verdict: 'open', limit: most }),
    mailbox.listTasks({ status: 'breakpoint', limit: most }),
    mailbox.listTasks({ status: 'running', limit: most }),
  ])
  const debates = [...blocked.blockers, ...open.debates]
  const tasks = [...waiting.tasks, ...running.tasks]
  if (source.type === 'debate' && !debates.some(({ thread }) => thread === source.thread))
    debates.push(await mailbox.showDebate({ thread: source.thread }))
  if (source.type === 'task' && !tasks.some(({ id }) => id === source.task))
    tasks.push(await mailbox.showTask({ task: source.task, limit: 1 }))
  return { type: 'topics-loaded', topics: { debates, tasks } }
}

type PageInput = { readonly limit: number; readonly after?: string }

/** A page of a debate's or a task's messages, the oldest first. */
export async function topicRowsOf(
  mailbox: Mailbox,
  source: Extract<Source, { type: 'debate' | 'task' }>,
  page: PageInput,
): Promise<Fetched> {
  const row = (message: Extract<Row, { type: 'mail' }>['message']): Row => ({
    type: 'mail',
    id: message.id,
    message,
    threadSize: 1,
    copies: null,
  })
  if (source.type === 'debate') {
    const { messages, next } = await mailbox.thread({ message: source.thread, ...page })
    return { rows: messages.map(row), next }
  }
  const { history, next } = await mailbox.showTask({ task: source.task, ...page })
  return { rows: history.map(row), next }
}

/** Where the debate of a thread stands; `null` where it is none, which costs nothing. */
export async function threadDebate(
  mailbox: Mailbox,
  { anchor, messages }: Pick<LoadedThread, 'anchor' | 'messages'>,
): Promise<DebateValue | null> {
  if (!messages.some(({ kind }) => isStance(kind))) return null
  const { positions: _, ...debate } = await mailbox.showDebate({ thread: anchor })
  return debate
}
