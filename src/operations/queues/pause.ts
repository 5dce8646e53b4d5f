import { operation } from '../operation.ts'
import { queueField, queueValue, requireQueue } from './value.ts'

export const pauseQueue = operation({
  summary: "Keep a queue's work where it is: mail is taken in, nothing is claimed",
  access: 'write',
  unregistered: true,
  input: { queue: queueField },
  value: 'queue',
  async run(context, { queue }) {
    const { name } = await requireQueue(context, queue)
    return queueValue(await context.store.queues.setStatus(name, 'paused', context.now()))
  },
})
