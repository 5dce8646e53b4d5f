import { operation } from '../operation.ts'
import { queueField, queueValue, requireQueue } from './value.ts'

export const resumeQueue = operation({
  summary: "Let a queue's work be claimed again, and mail be sent to it",
  access: 'write',
  unregistered: true,
  input: { queue: queueField },
  value: 'queue',
  async run(context, { queue }) {
    const { name } = await requireQueue(context, queue)
    return queueValue(await context.store.queues.setStatus(name, 'active', context.now()))
  },
})
