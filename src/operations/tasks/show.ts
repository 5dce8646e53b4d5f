import { number, requiredText } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { shownTask } from '../../services/tasks/value.ts'
import type { ShownTask } from '../../values/tasks-schema.ts'
import { operation } from '../operation.ts'

export const showTask = operation({
  summary: 'Show a task with its messages and its endings',
  access: 'read',
  input: {
    task: requiredText('Its id', { positional: true, placeholder: 'ID' }),
    limit: number('Show at most N messages (all, up to 500)'),
    after: pageFields.after,
  },
  value: 'task',
  async run(context, { task, ...page }): Promise<ShownTask> {
    const isPage = page.limit !== undefined || page.after !== undefined
    return shownTask(context, task, isPage ? pageOf(page) : null)
  },
})
