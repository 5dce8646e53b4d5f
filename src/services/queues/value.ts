import type { CountedQueue } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { durationText } from '../../domain/moment.ts'
import { requirePlaceName } from '../../domain/places.ts'
import { requiredText } from '../../input/input.ts'
import type { QueueValue } from '../../values/queues-schema.ts'
import type { Context } from '../context.ts'

export const queueField = requiredText('The queue; write rig/name for the queue of a rig', {
  positional: true,
  completes: 'queue',
  placeholder: 'QUEUE',
})

export function queueValue(queue: CountedQueue): QueueValue {
  return { ...queue, lease: durationText(queue.lease) }
}

export const queueName = (written: string) => requirePlaceName('queue', written)

/** @throws MailError `not-found` */
export async function requireQueue(context: Context, written: string): Promise<CountedQueue> {
  const name = queueName(written)
  const queue = await context.store.queues.find(name, context.now())
  if (queue !== null) return queue
  throw new MailError('not-found', `There is no queue ${name}.`, 'List queues with `watchpost queue list`.')
}
