import { operation } from '../operation.ts'
import { queueField, queueValue, requireQueue } from './value.ts'

export const pauseQueue = operation({
  summary: 'Pause a queue: it accepts mail, but nothing can be claimed',
  access: 'write',
  unregistered: true,
  input: { queue: queueField },
  value: 'queue',
  async run(context, { queue }) {
    const { name } = await requireQueue(context, queue)
    return queueValue(await context.store.queues.setStatus(name, 'paused', context.now()))
  },
})
