import { limits } from '../../domain/limits.ts'
import { placeAddress } from '../../domain/places.ts'
import { requiredText } from '../../input/input.ts'
import { doerOf } from '../../services/context.ts'
import { requireId } from '../../services/lookup.ts'
import { tellSenders } from '../../services/posting/tell-senders.ts'
import { queueField, requireQueue } from '../../services/queues/value.ts'
import { messageValue } from '../../services/values.ts'
import { operation } from '../operation.ts'
import { itemField } from './requeue.ts'

export const giveUp = operation({
  summary: 'Give up a queue item: it becomes a dead letter, and its sender gets the reason',
  access: 'write',
  needs: 'inside',
  input: {
    queue: queueField,
    message: itemField,
    reason: requiredText('The reason, for the log and the sender', { longest: limits.note }),
  },
  value: 'moved',
  examples: [
    ['watchpost queue give-up work Q8Y7D --reason "The branch is gone."', 'makes the item a dead letter'],
  ],
  async run(context, { queue, message, reason }) {
    const { name } = await requireQueue(context, queue)
    const item = { queue: name, message: await requireId(context, message), reason }
    const letter = await context.store.queues.giveUp(doerOf(context), item, context.now())
    await tellSenders(context, placeAddress('queue', name))
    return { messages: [messageValue(letter)] }
  },
})
