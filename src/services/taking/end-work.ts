import { MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { duration, flag, type Input } from '../../input/input.ts'
import type { Values } from '../../values/schemas.ts'
import type { Context } from '../context.ts'
import { requireId } from '../lookup.ts'
import type { Offer } from '../offer.ts'
import type { WorkEnding } from '../queues/turn.ts'
import { endAndClaim } from '../queues/turn.ts'
import { endAndTake } from './end-and-take.ts'
import { type attemptField, type messageFields, moveMessages } from './moves.ts'

export const nextFields = {
  next: flag(
    'Also take the next message of your mailbox, or claim the next item of the queue that this one came from',
  ),
  lease: duration("With --next: the length of its lease (10m, or the queue's)"),
  full: flag('With --next: print a long body whole; agents get the first 64 KB otherwise'),
} as const

type Asked = Input<typeof nextFields> & Input<typeof messageFields> & Input<{ attempt: typeof attemptField }>
type Finished = Values['finished']

/**
 * Ends messages; with `next` one of them, and then offers the next one of where it came from: the actor's mailbox, or a queue.
 * @throws MailError
 */
export async function endWork(
  context: Context,
  { next, lease, full, ...input }: Asked,
  ending: WorkEnding,
  note?: JsonObject,
): Promise<Finished | Offer<Finished>> {
  requireNext({ next, lease, full })
  if (next) return endAndGoOn(context, { ...input, lease }, ending, note)
  return moveMessages(context, input, ending, note)
}

/** What says how the next message is offered needs one. @throws MailError `usage` */
export function requireNext({ next, lease, full }: Input<typeof nextFields>): void {
  if (next || (lease === undefined && full !== true)) return
  throw new MailError('usage', `--${full ? 'full' : 'lease'} works only with --next.`, '')
}

async function endAndGoOn(
  context: Context,
  input: Omit<Asked, 'next' | 'full'>,
  ending: WorkEnding,
  note?: JsonObject,
): Promise<Offer<Finished>> {
  const [message, ...others] = input.messages
  if (message === undefined || others.length > 0)
    throw new MailError('usage', '--next takes one message.', 'End the others without it.')
  if (input.of !== undefined)
    throw new MailError('usage', '--next and --of do not go together.', 'You take work for yourself alone.')
  const { deliveries } = context.store
  const own = await deliveries.find(context.actor.address, await requireId(context, message))
  if (own === null) return endAndClaim(context, { ...input, message }, ending, note)
  return endAndTake(context, input, ending, note)
}
