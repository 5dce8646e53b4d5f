import { number, requiredText } from '../input.ts'
import { operation } from '../operation.ts'
import { pageFields, pageOf } from '../paging.ts'
import { type ShownTask, shownTask } from './value.ts'

export const showTask = operation({
  summary: 'Show a task with all its messages, or --limit of them, and how it ended, each time',
  access: 'read',
  input: {
    task: requiredText('Its id', { positional: true, placeholder: 'ID' }),
    limit: number('How many of its messages, 500 at most (all); endings are then those among them'),
    after: pageFields.after,
  },
  value: 'task',
  async run(context, { task, ...page }): Promise<ShownTask> {
    const isPage = page.limit !== undefined || page.after !== undefined
    return shownTask(context, task, isPage ? pageOf(page) : null)
  },
})
