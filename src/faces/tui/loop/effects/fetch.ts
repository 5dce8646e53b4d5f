import { isMailError } from '../../../../domain/errors.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import { withHint } from '../../../present.ts'
import type { Event } from '../../event.ts'
import type { LoadedThread } from '../../panes/thread/thread.ts'

const messagesAtOnce = 100
/** So far down the message that asked is looked for: without it another would stand where it was opened. */
const mostSearched = 10_000
const mostAgents = 2_000
const agentsAtOnce = 500

/** A thread from its beginning, with so many of its messages at least and down to the one that asked for it. */
export async function fetchThread(
  mailbox: Mailbox,
  message: string,
  /** Whose copies, where they are not one's own. */
  of: string | undefined,
  least = 0,
): Promise<Omit<LoadedThread, 'of'>> {
  const first = await mailbox.thread({ message, of, limit: messagesAtOnce })
  const messages = [...first.messages]
  let { next } = first
  let found = false
  while (next !== null) {
    found ||= messages.some(({ id }) => id === message)
    if (messages.length >= (found ? least : Math.max(least, mostSearched))) break
    const more = await mailbox.thread({ message, of, limit: messagesAtOnce, after: next })
    messages.push(...more.messages)
    next = more.next
  }
  return { anchor: message, subject: first.subject, messages, next, assigned: first.assigned }
}

export async function fetchRoster(
  mailbox: Mailbox,
): Promise<Omit<Extract<Event, { type: 'roster-loaded' }>, 'type' | 'request'>> {
  const [first, unread, dead, drafts, places, { views }] = await Promise.all([
    mailbox.listAgents({ limit: agentsAtOnce }),
    mailbox.count({}),
    mailbox.inbox({ dead: true, limit: 100 }),
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
  return { agents, unread, dead: dead.messages.length, drafts: drafts.drafts.length, places, views }
}

/** What went wrong, as a person reads it. What nobody can mend is told as it is. */
export function sentenceOf(error: unknown): string {
  if (isMailError(error)) return withHint(error.message, error.hint)
  return error instanceof Error ? `Unexpected: ${error.message}` : 'An unexpected error occurred.'
}
