import { operation } from '../operation.ts'
import { queueField, queueValue, requireQueue } from './value.ts'

export const resumeQueue = operation({
  summary: 'Resume a paused or closed queue',
  access: 'write',
  unregistered: true,
  input: { queue: queueField },
  value: 'queue',
  async run(context, { queue }) {
    const { name } = await requireQueue(context, queue)
    return queueValue(await context.store.queues.setStatus(name, 'active', context.now()))
  },
})
