import type { Commission } from '../../domain/commission.ts'
import type { Context } from '../../services/context.ts'
import { rootOf } from '../../services/tasks/root.ts'
import { internal } from '../internal.ts'

/** A client's task, by the subject that it began with. */
export type ClientTask = { readonly task: Commission; readonly title: string }

type Wanted = { readonly owner: string; readonly most: number }

export const clientTasks = internal({
  summary: "List a client's tasks, most recent first",
  access: 'read',
  async run(context, { owner, most }: Wanted): Promise<readonly ClientTask[]> {
    const tasks = await context.store.commissions.list(owner, most)
    return Promise.all(tasks.map((task) => titled(context, task)))
  },
})

export async function titled(context: Context, task: Commission): Promise<ClientTask> {
  return { task, title: (await rootOf(context, task.id))?.subject ?? '' }
}
