import { operation } from '../operation.ts'
import { pageFields, pageOf } from '../paging.ts'
import { queueValue } from './value.ts'

export const listQueues = operation({
  summary: 'The queues of work, with what is available, processing, completed and failed in each',
  access: 'read',
  unregistered: true,
  input: pageFields,
  value: 'queues',
  async run(context, page) {
    const { rows, next } = await context.store.queues.list(pageOf(page), context.now())
    return { queues: rows.map(queueValue), next }
  },
})
