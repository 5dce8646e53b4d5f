import { queueField, queueValue, requireQueue } from '../../services/queues/value.ts'
import { operation } from '../operation.ts'

export const showQueue = operation({
  summary: 'Show the rules and counts of a queue',
  access: 'read',
  unregistered: true,
  input: { queue: queueField },
  value: 'queue',
  run: async (context, { queue }) => queueValue(await requireQueue(context, queue)),
})
