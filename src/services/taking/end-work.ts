import { MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { duration, flag, type Input } from '../../input/input.ts'
import type { Values } from '../../values/schemas.ts'
import type { Context } from '../context.ts'
import type { Offer } from '../offer.ts'
import type { WorkEnding } from '../queues/turn.ts'
import { type attemptField, type messageFields, moveMessages } from './moves.ts'

export const nextFields = {
  next: flag('For an item that you claimed: claim the next one of its queue, too, in the same step'),
  lease: duration("With --next: the length of its lease (default: the queue's)"),
  full: flag('With --next: print a long body whole; agents get the first 64 KB otherwise'),
} as const

type Asked = Input<typeof nextFields> & Input<typeof messageFields> & Input<{ attempt: typeof attemptField }>
type Finished = Values['finished']

/** Ends messages; with `next` one claimed item, and then offers the next one of its queue. @throws MailError */
export async function endWork(
  context: Context,
  { next, lease, full, ...input }: Asked,
  ending: WorkEnding,
  note?: JsonObject,
): Promise<Finished | Offer<Finished>> {
  if (next) return (await import('../queues/turn.ts')).endAndClaim(context, { ...input, lease }, ending, note)
  if (lease === undefined && full !== true) return moveMessages(context, input, ending, note)
  throw new MailError('usage', `--${full ? 'full' : 'lease'} works only with --next.`, '')
}
