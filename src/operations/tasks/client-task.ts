import { internal } from '../internal.ts'
import { type ClientTask, titled } from './client-tasks.ts'

type Wanted = { readonly owner: string; readonly id: string }

export const clientTask = internal({
  summary: "Find one of a client's tasks; another client's is none",
  access: 'read',
  async run(context, { owner, id }: Wanted): Promise<ClientTask | null> {
    const task = await context.store.commissions.find(id)
    return task === null || task.owner !== owner ? null : titled(context, task)
  },
})
