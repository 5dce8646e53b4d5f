import { operation } from '../operation.ts'
import { queueField, queueValue, requireQueue } from './value.ts'

export const showQueue = operation({
  summary: 'Show the rules and counts of a queue',
  access: 'read',
  unregistered: true,
  input: { queue: queueField },
  value: 'queue',
  run: async (context, { queue }) => queueValue(await requireQueue(context, queue)),
})
