import { pageFields, pageOf } from '../../input/paging.ts'
import { queueValue } from '../../services/queues/value.ts'
import { operation } from '../operation.ts'

export const listQueues = operation({
  summary: 'List queues with their counts of available, processing, completed and failed items',
  access: 'read',
  unregistered: true,
  input: pageFields,
  value: 'queues',
  async run(context, page) {
    const { rows, next } = await context.store.queues.list(pageOf(page), context.now())
    return { queues: rows.map(queueValue), next }
  },
})
