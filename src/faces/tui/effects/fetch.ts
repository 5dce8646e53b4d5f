import { isMailError } from '../../../domain/errors.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { AgentValue } from '../../../operations/values.ts'
import type { Event } from '../event.ts'
import type { LoadedThread } from '../thread/thread.ts'

const messagesAtOnce = 100
const mostMessages = 1_000
const mostAgents = 2_000

/** A thread from its beginning; of a long one the messages before `after` and one page more. */
export async function fetchThread(
  mailbox: Mailbox,
  message: string,
  /** Whose copies, where they are not one's own. */
  of: string | undefined,
  beyond: string | null = null,
): Promise<Omit<LoadedThread, 'of'>> {
  const first = await mailbox.thread({ message, of, limit: messagesAtOnce })
  const messages = [...first.messages]
  let { next } = first
  let wanted = beyond !== null
  // The message that asked for the thread must be in it, however far down.
  while (next !== null && messages.length < mostMessages) {
    const found = messages.some(({ id }) => id === message)
    if (found && !wanted) break
    if (next === beyond) wanted = false
    const more = await mailbox.thread({ message, of, limit: messagesAtOnce, after: next })
    messages.push(...more.messages)
    next = more.next
  }
  return { anchor: message, subject: first.subject, messages, next, assigned: first.assigned }
}

export async function fetchRoster(
  mailbox: Mailbox,
): Promise<Omit<Extract<Event, { type: 'roster-loaded' }>, 'type' | 'request'>> {
  const [unread, dead, drafts, places, { views }] = await Promise.all([
    mailbox.count({}),
    mailbox.inbox({ dead: true, limit: 100 }),
    mailbox.listDrafts({ limit: 100 }),
    mailbox.places({}),
    mailbox.listViews({ limit: 100 }),
  ])
  const agents: AgentValue[] = []
  let after: string | undefined
  do {
    const page = await mailbox.listAgents({ limit: 500, after })
    agents.push(...page.agents)
    after = page.next ?? undefined
  } while (after !== undefined && agents.length < mostAgents)
  return { agents, unread, dead: dead.messages.length, drafts: drafts.drafts.length, places, views }
}

/** What went wrong, as a person reads it. What nobody can mend is told as it is. */
export function sentenceOf(error: unknown): string {
  if (isMailError(error)) return error.hint === '' ? error.message : `${error.message} ${error.hint}`
  return error instanceof Error ? `Unexpected: ${error.message}` : 'Something unexpected went wrong.'
}
