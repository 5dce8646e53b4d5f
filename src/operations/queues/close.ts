import { operation } from '../operation.ts'
import { queueField, queueValue, requireQueue } from './value.ts'

export const closeQueue = operation({
  summary: 'Close a queue: it accepts no mail, and nothing can be claimed',
  access: 'write',
  unregistered: true,
  input: { queue: queueField },
  value: 'queue',
  async run(context, { queue }) {
    const { name } = await requireQueue(context, queue)
    return queueValue(await context.store.queues.setStatus(name, 'closed', context.now()))
  },
})
