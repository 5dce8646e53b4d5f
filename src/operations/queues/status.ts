import type { QueueStatus } from '../../domain/queue.ts'
import { authorOf, type Context } from '../../services/context.ts'
import { queueField, queueValue, requireQueue } from '../../services/queues/value.ts'
import { operation } from '../operation.ts'

/** The three operations differ by the status that they give a queue. */
const setting = (status: QueueStatus) =>
  ({
    access: 'write',
    needs: 'inside',
    unregistered: true,
    input: { queue: queueField },
    value: 'queue',
    async run(context: Context, { queue }: { readonly queue: string }) {
      const { name } = await requireQueue(context, queue)
      return queueValue(await context.store.queues.setStatus(name, status, context.now(), authorOf(context)))
    },
  }) as const

export const pauseQueue = operation({
  summary: 'Pause a queue: it accepts mail, but nothing can be claimed',
  ...setting('paused'),
})

export const resumeQueue = operation({
  summary: 'Resume a paused or closed queue',
  ...setting('active'),
})

export const closeQueue = operation({
  summary: 'Close a queue: it accepts no mail, and nothing can be claimed',
  ...setting('closed'),
})
