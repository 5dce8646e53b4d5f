import { taskStatuses } from '../../domain/task.ts'
import { choice } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { taskValue } from '../../services/tasks/value.ts'
import type { Values } from '../../values/schemas.ts'
import type { TaskValue } from '../../values/tasks-schema.ts'
import { operation } from '../operation.ts'

export const listTasks = operation({
  summary: 'List tasks, most recent first, with owner, contributors and state',
  access: 'read',
  input: { status: choice(taskStatuses, 'Filter by verdict'), ...pageFields },
  value: 'tasks',
  async run(context, { status, ...page }): Promise<Values['tasks']> {
    const { rows, next } = await context.store.tasks.list(status ?? null, pageOf(page))
    const tasks: TaskValue[] = []
    for (const row of rows) tasks.push(await taskValue(context, row))
    return { tasks, next }
  },
})
