import { requiredText } from '../input.ts'
import { operation } from '../operation.ts'
import { type ShownTask, shownTask } from './value.ts'

export const showTask = operation({
  summary: 'Show a task with all its messages and how it ended, each time',
  access: 'read',
  input: { task: requiredText('Its id', { positional: true, placeholder: 'ID' }) },
  value: 'task',
  async run(context, { task }): Promise<ShownTask> {
    return shownTask(context, task)
  },
})
