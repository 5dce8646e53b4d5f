import { type Delivery, statusOf } from '../../domain/delivery.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { FullLetter } from '../../domain/message.ts'
import { placeOf } from '../../domain/places.ts'
import type { Context } from '../context.ts'
import { requireMessage } from '../lookup.ts'
import { finishWith } from '../tasks/finish-with.ts'
import { uuidOfName } from '../tasks/task-ids.ts'

type Asked = {
  readonly messages: readonly string[]
  readonly attempt?: number | undefined
  readonly of?: string | undefined
}

/**
 * Answers a message with the result of the work on it, before the work is ended. The same result is sent once: who died before
 * the end may say it again. @throws MailError where the work cannot be ended: nothing was sent
 */
export async function sendResult(context: Context, asked: Asked, result: string): Promise<void> {
  const letter = await requireMessage(context, onlyMessage(asked))
  if (result.trim() === '')
    throw new MailError('usage', 'The result has no text; nothing was changed.', 'Leave --result out.')
  const { id } = letter.message
  const key = `result:${id}:${uuidOfName(result)}`
  if ((await context.store.messages.keyed(context.actor.address, key)) !== null) return
  requireOpen(context, letter, await workOf(context, letter), asked.attempt)
  await finishWith(context, letter.message, result, { key })
}

function onlyMessage({ messages, of }: Asked): string {
  const [message, ...others] = messages
  if (message === undefined || others.length > 0)
    throw new MailError('usage', '--result takes one message.', 'Complete the others without it.')
  if (of === undefined) return message
  throw new MailError('usage', '--result and --of do not go together.', 'You answer for yourself alone.')
}

/** The actor's copy, or the item of a queue that it claimed. */
async function workOf(
  { store, actor }: Context,
  { message, delivery }: FullLetter,
): Promise<Delivery | null> {
  if (delivery !== null) return delivery
  for (const address of message.to) {
    const copy = placeOf(address)?.type === 'queue' ? await store.deliveries.find(address, message.id) : null
    if (copy !== null && copy.heldBy === actor.address) return copy
  }
  return null
}

function requireOpen(
  { actor }: Context,
  { message }: FullLetter,
  copy: Delivery | null,
  attempt: number | undefined,
): void {
  const id = shortId(message.id)
  if (copy === null)
    throw new MailError(
      'not-found',
      `${actor.address} has no copy of ${id}; no result was sent.`,
      'List a mailbox with `watchpost inbox`.',
    )
  if (attempt !== undefined && attempt !== copy.attempts)
    throw new MailError(
      'stale',
      `Another reader took ${id} in the meantime; no result was sent.`,
      'Read it again, then decide.',
    )
  const status = statusOf(copy)
  if (open.has(status) && copy.box !== 'dead' && copy.box !== 'withheld') return
  throw new MailError(
    'conflict',
    `${id} is ${copy.box === status ? status : copy.box}; no result was sent.`,
    `Answer it with \`watchpost reply ${id} -b TEXT\`.`,
  )
}

const open: ReadonlySet<string> = new Set(['unread', 'read', 'processing', 'failed'])
