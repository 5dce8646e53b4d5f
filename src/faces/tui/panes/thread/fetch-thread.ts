import type { Mailbox } from '../../../../mailbox.ts'
import type { LoadedThread } from './thread.ts'

const messagesAtOnce = 100
/** So far down the message that asked is looked for: without it another would stand where it was opened. */
const mostSearched = 10_000

/** A thread from its beginning, with at least this many messages, and down to the one that asked for it. */
export async function fetchThread(
  mailbox: Mailbox,
  message: string,
  /** The owner of the copies, if that is not the person. */
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
