import { isMailError, MailError } from '../../domain/errors.ts'
import { checkInput, duration, text } from '../../input/input.ts'
import type { Mailbox } from '../../mailbox.ts'
import type { Context } from '../../services/context.ts'
import { broadcastAtHand, taskAtHand } from '../../services/tasks/at-hand.ts'
import type { MessageValue } from '../../services/values.ts'

/** A call of one of MAIL's tools, with the caller's mailbox. */
export type Asking = { readonly context: Context; readonly mailbox: Mailbox; readonly signal: AbortSignal }

/** MAIL's tools name no message: it is the one that the agent was handed last. */
function lastHanded(messages: readonly MessageValue[]): MessageValue | undefined {
  const time = ({ readAt }: MessageValue) => readAt ?? ''
  return messages.toSorted((one, other) => (time(one) < time(other) ? 1 : -1))[0]
}

/**
 * The request of this agent that is owed an answer, in the task where one is named, the last handed over first; `null`
 * where none is.
 */
export async function requestOf(
  { mailbox }: Asking,
  target: string,
  task: string | undefined,
): Promise<string | null> {
  const { recipients } = await mailbox.resolve({ to: [target] })
  const found: MessageValue[] = []
  for (let after: string | undefined; ; ) {
    const page: Awaited<ReturnType<typeof mailbox.owed>> = await mailbox.owed({
      byMe: true,
      limit: 500,
      ...(after !== undefined && { after }),
    })
    for (const { who, message } of page.owed)
      if (recipients.some(({ address }) => address === who) && (task ?? message.task) === message.task)
        found.push(message)
    if (page.next === null) return lastHanded(found)?.id ?? null
    after = page.next
  }
}

/** The last broadcast that was handed over. @throws MailError `not-found` */
export async function requireBroadcast({ context }: Asking): Promise<string> {
  const found = await broadcastAtHand(context)
  if (found !== null) return found
  throw new MailError(
    'not-found',
    'You were not given a broadcast, or you dealt with all of them.',
    'Get your mail with the tool next.',
  )
}

/** Mail stays in the task that the agent works on. @throws MailError `ambiguous` */
export async function taskToWriteIn({ context }: Asking, given: string | undefined) {
  if (given !== undefined) return { task: given }
  const found = await taskAtHand(context)
  return found?.isOpen ? { task: found.id } : {}
}

/** @throws MailError `ambiguous` · `not-found` */
export async function taskToComplete({ context }: Asking, given: string | undefined): Promise<string> {
  const task = given ?? (await taskAtHand(context))?.id
  if (task !== undefined) return task
  throw new MailError(
    'not-found',
    'You were not given mail of a task in this session.',
    'Name the task with --task ID.',
  )
}

const longest = 3_600_000

/** Records that the agent waits, and for what; with a timeout it goes on until unread mail is there. */
export async function awaitMail({ mailbox, signal }: Asking, raw: Readonly<Record<string, unknown>>) {
  const { timeout = 0, reason = '' } = checkInput({ reason: text(''), timeout: duration('') }, raw)
  await mailbox.beat({ waiting: reason })
  const gone = new Promise<null>((resolve) =>
    signal.addEventListener('abort', () => resolve(null), { once: true }),
  )
  const found = await Promise.race([
    gone,
    mailbox.wait({ timeout: Math.min(timeout, longest) }).catch((error: unknown) => {
      if (isMailError(error) && error.code === 'timeout') return null
      throw error
    }),
  ])
  // Nothing was held: what is there stays unread until it is asked for.
  if (found === null)
    return { result: 'There is no mail yet. You will be notified when mail arrives.', message: null }
  await found.release()
  const { id } = found.value.message
  return { result: `${id} is unread; get it with the tool next.`, message: id }
}
