import { requireClaimPattern } from '../../domain/addressing/claim-pattern.ts'
import { MailError } from '../../domain/errors.ts'
import { defaultQueue, queueOrders } from '../../domain/queue.ts'
import { choice, duration, number, texts } from '../../input/input.ts'
import { doerOf } from '../../services/context.ts'
import { leaseOf } from '../../services/queues/held.ts'
import { queueField, queueName, queueValue } from '../../services/queues/value.ts'
import { operation } from '../operation.ts'

export const createQueue = operation({
  summary: 'Create a work queue: each message to queue:NAME goes to one claimant',
  access: 'write',
  needs: 'own',
  unregistered: true,
  input: {
    queue: { ...queueField, completes: null },
    claimers: texts('Addresses that may claim, with at most one * (everyone)', {
      completes: 'agent',
      placeholder: 'PATTERN',
    }),
    order: choice(queueOrders, 'The order of claims: by arrival or by priority (fifo)'),
    maxConcurrency: number('Allow at most N claims at the same time (unlimited)'),
    lease: duration("The length of a claim's lease (10m)"),
    attempts: number('Attempts before an item becomes a dead letter (3)'),
  },
  value: 'queue',
  examples: [
    [
      "watchpost queue create work --claimers 'gastown/polecats/*' --max-concurrency 3",
      'work for the polecats of gastown, at most three at a time',
    ],
  ],
  async run(context, { queue, claimers, order, maxConcurrency, lease, attempts }) {
    requireSome('--max-concurrency', maxConcurrency)
    requireSome('--attempts', attempts)
    const created = await context.store.queues.create(
      {
        ...defaultQueue,
        name: queueName(queue),
        claimers: claimers === undefined ? defaultQueue.claimers : claimers.map(requireClaimPattern),
        order: order ?? defaultQueue.order,
        maxConcurrency: maxConcurrency ?? defaultQueue.maxConcurrency,
        lease: leaseOf(lease) ?? defaultQueue.lease,
        attempts: attempts ?? defaultQueue.attempts,
      },
      doerOf(context),
      context.now(),
    )
    return queueValue(created)
  },
})

function requireSome(flag: string, value: number | undefined): void {
  if (value === undefined || value > 0) return
  throw new MailError('usage', `${flag} must be more than 0.`, 'Leave it out to use the default.')
}
