import { MailError } from '../../domain/errors.ts'
import { duration, flag } from '../input.ts'
import { doerOf, type Offer, offering } from '../operation.ts'
import { type FullMessageValue, fullMessageValue } from '../values.ts'
import { filterFields, filterOf } from './filter.ts'
import { afterHandOver, holdTime } from './hand-over.ts'

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
    const { hold, letter } = held
    const by = context.session ?? owner
    const settlement = input.take
      ? ({ verb: 'process', lease: { by, until: now + (input.lease ?? leaseTime) } } as const)
      : ({ verb: 'read' } as const)
    return {
      value: { message: fullMessageValue(afterHandOver(letter, hold, { ...settlement, at: now })) },
      notes: [],
      settle: async () => {
        await deliveries.settle(doerOf(context), owner, [hold], settlement, context.now())
      },
      release: () => deliveries.release(doerOf(context), owner, [hold], context.now()),
    }
  },
})
