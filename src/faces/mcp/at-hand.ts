import { isMailError, MailError } from '../../domain/errors.ts'
import type { Mailbox } from '../../mailbox.ts'
import { checkInput, duration, text } from '../../operations/input.ts'
import type { Context } from '../../operations/operation.ts'
import type { MessageValue } from '../../operations/values.ts'

/** A call of one of MAIL's tools, with the caller's mailbox. */
export type Asking = { readonly context: Context; readonly mailbox: Mailbox; readonly signal: AbortSignal }

/** MAIL's tools name no message: it is the one that the agent was handed last. */
function lastHanded(messages: readonly MessageValue[]): MessageValue | undefined {
  const time = ({ readAt }: MessageValue) => readAt ?? ''
  return messages.toSorted((one, other) => (time(one) < time(other) ? 1 : -1))[0]
}

/** The request of this agent that is owed an answer, the last handed over first; `null` where none is. */
export async function requestOf({ mailbox }: Asking, target: string): Promise<string | null> {
  const { recipients } = await mailbox.resolve({ to: [target] })
  const { owed } = await mailbox.owed({ byMe: true, limit: 500 })
  const from = owed.filter(({ who }) => recipients.some(({ address }) => address === who))
  return lastHanded(from.map(({ message }) => message))?.id ?? null
}

/** @throws MailError `not-found` */
export async function newestBroadcast({ mailbox }: Asking): Promise<string> {
  const { messages } = await mailbox.inbox({ kind: ['broadcast'], limit: 500 })
  const found = lastHanded(messages.filter(({ acknowledgedAt }) => acknowledgedAt === null))
  if (found !== undefined) return found.id
  throw new MailError('not-found', 'Your mailbox has no broadcast.', 'List your mail with the tool inbox.')
}

/** The task of the mail that was handed over last. */
export async function taskAtHand({
  mailbox,
}: Asking): Promise<{ readonly task: string; readonly thread: string } | null> {
  const { messages } = await mailbox.inbox({ all: true, limit: 500 })
  const found = lastHanded(messages.filter(({ task, readAt }) => task !== null && readAt !== null))
  return found?.task == null ? null : { task: found.task, thread: found.thread }
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
