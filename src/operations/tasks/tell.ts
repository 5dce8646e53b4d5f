import { type Telling, type ToldTask, toldTask } from '../../services/tasks/standing.ts'
import { internal } from '../internal.ts'

type Wanted = Telling & { readonly owner: string; readonly id: string }

export const tellTask = internal({
  summary: "Tell how one of a client's tasks stands, with its last messages; another client's is none",
  access: 'read',
  async run(context, { owner, id, ...telling }: Wanted): Promise<ToldTask | null> {
    const standing = await context.store.commissions.standing(owner, id)
    return standing && toldTask(context, standing, telling)
  },
})
