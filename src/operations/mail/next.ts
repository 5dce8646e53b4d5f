import { MailError } from '../../domain/errors.ts'
import { duration, flag } from '../input.ts'
import { doerOf, type Offer, offering } from '../operation.ts'
import { type FullMessageValue, fullMessageValue } from '../values.ts'
import { filterFields, filterOf } from './filter.ts'
import { holdTime } from './read.ts'

/** How long work that was taken stays with its taker, unless renewed. */
export const leaseTime = 600_000

export const next = offering({
  summary: 'Print the most pressing unread message; it becomes read, or with --take yours to work on',
  access: 'write',
  input: {
    take: flag('Mark it processing, under a lease'),
    lease: duration('How long the lease lasts (10m)'),
    ...filterFields,
  },
  value: 'oneMessage',
  examples: [['watchpost next --take --json', 'takes the most pressing message to work on']],
  async run(context, input): Promise<Offer<{ readonly message: FullMessageValue }>> {
    const { deliveries } = context.store
    const owner = context.actor.address
    const now = context.now()
    const held = await deliveries.holdNext(
      doerOf(context),
      owner,
      filterOf(input, ['unread']),
      now + holdTime,
      now,
    )
    if (held?.letter == null || held.hold === null)
      throw new MailError('nothing', 'There is no unread mail to hand over.', '')
    const holds = [held.hold]
    const by = context.session ?? owner
    return {
      value: { message: fullMessageValue(held.letter) },
      notes: [],
      settle: async () => {
        const at = context.now()
        const taken = { verb: 'process', lease: { by, until: at + (input.lease ?? leaseTime) } } as const
        await deliveries.settle(doerOf(context), owner, holds, input.take ? taken : { verb: 'read' }, at)
      },
      release: () => deliveries.release(doerOf(context), owner, holds, context.now()),
    }
  },
})
