import { requiredText } from '../../input/input.ts'
import { doerOf } from '../../services/context.ts'
import { requireId } from '../../services/lookup.ts'
import { queueField, requireQueue } from '../../services/queues/value.ts'
import { messageValue } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const itemField = requiredText('The item', {
  positional: true,
  completes: 'message',
  placeholder: 'ID',
})

export const requeue = operation({
  summary:
    'Put an item back in its queue: takes it from its claimant, or gives a failed item one more attempt',
  access: 'write',
  needs: 'inside',
  input: { queue: queueField, message: itemField },
  value: 'moved',
  examples: [['watchpost queue requeue work Q8Y7D', 'makes the item available again']],
  async run(context, { queue, message }) {
    const { name } = await requireQueue(context, queue)
    const item = { queue: name, message: await requireId(context, message) }
    const letter = await context.store.queues.requeue(doerOf(context), item, context.now())
    return { messages: [messageValue(letter)] }
  },
})
