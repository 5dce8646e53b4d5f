import { MailError } from '../../domain/errors.ts'
import { type QueueColumn, queueColumns } from '../../domain/queue.ts'
import { choice, text } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { boardItem } from '../../services/queues/board-item.ts'
import { queueField, requireQueue } from '../../services/queues/value.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const queueBoard = operation({
  summary: 'List the items of queues in columns: available, in processing, and failed',
  access: 'read',
  unregistered: true,
  input: {
    queue: text('The queue (default: every queue)', {
      positional: true,
      completes: 'queue',
      placeholder: queueField.placeholder,
    }),
    column: choice(queueColumns, 'Only this column'),
    ...pageFields,
  },
  value: 'queueBoard',
  examples: [['watchpost queue board work --column failed', 'the items of work that failed']],
  async run(context, { queue, column, ...paging }): Promise<Values['queueBoard']> {
    if (paging.after !== undefined && column === undefined)
      throw new MailError('usage', '--after needs --column: each column has its own pages.', '')
    const { queues } = context.store
    const name = queue === undefined ? null : (await requireQueue(context, queue)).name
    const [page, now] = [pageOf(paging), context.now()]
    const counts = await queues.boardCounts(name, now)
    const columnOf = async (one: QueueColumn) => {
      const { rows, next } = await queues.board({ queue: name, column: one }, page, now)
      return { column: one, count: counts[one], items: rows.map(boardItem), next }
    }
    return { columns: await Promise.all((column === undefined ? queueColumns : [column]).map(columnOf)) }
  },
})
