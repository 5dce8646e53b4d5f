import type { StandingFilter } from '../../../store/mail-store.ts'
import { type Telling, type ToldTask, toldTask } from '../../services/tasks/standing.ts'
import { internal } from '../internal.ts'

type Wanted = Telling & {
  readonly owner: string
  readonly filter: StandingFilter
  readonly limit: number
  readonly after: string | null
}

export type ToldTasks = {
  readonly tasks: readonly ToldTask[]
  readonly next: string | null
  /** On all pages. */
  readonly total: number
}

export const tellTasks = internal({
  summary: "Tell how a client's tasks stand, the latest change first",
  access: 'read',
  async run(context, { owner, filter, limit, after, ...telling }: Wanted): Promise<ToldTasks> {
    const page = { limit, after }
    const { rows, next, total } = await context.store.commissions.standings(owner, filter, page)
    const tasks: ToldTask[] = []
    for (const row of rows) tasks.push(await toldTask(context, row, telling))
    return { tasks, next, total }
  },
})
