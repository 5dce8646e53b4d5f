import type { StandingFilter, TaskStanding } from '../../../store/mail-store.ts'
import type { FullMessage } from '../../domain/message.ts'
import { isResult } from '../../domain/task-state.ts'
import type { Context } from '../../services/context.ts'
import { type ToldTask, toldTask } from '../../services/tasks/standing.ts'
import { internal } from '../internal.ts'

type Wanted = {
  readonly owner: string
  readonly filter: StandingFilter
  readonly limit: number
  readonly after: string | null
  /** As many of the last messages between the owner and the others, of each task. */
  readonly history: number
  /** Whether the results of completed tasks are told. What a task waits on, and why one failed, always is. */
  readonly results: boolean
}

export type ToldTasks = {
  readonly tasks: readonly ToldTask[]
  readonly next: string | null
  /** On all pages. */
  readonly total: number
}

/** All that is told on one page, in characters. One task that has more is a page of its own. */
const mostOnPage = 4 * 1024 * 1024

export const tellTasks = internal({
  summary: "Tell how a client's tasks stand, the latest change first; a page ends early where much is told",
  access: 'read',
  async run(context, { owner, filter, limit, after, history, results }: Wanted): Promise<ToldTasks> {
    const { rows, next, total } = await context.store.commissions.standings(owner, filter, { limit, after })
    const tasks: ToldTask[] = []
    let left = mostOnPage
    for (const row of rows) {
      const said = results || (await speaksAnyway(context, row))
      const told = await toldTask(context, row, { history, said })
      left -= sizeOf(told)
      const last = tasks.at(-1)
      // Tasks are listed by the messages that they stand by: the next page begins after the last one here.
      if (left < 0 && last !== undefined) return { tasks, next: String(last.by), total }
      tasks.push(told)
    }
    return { tasks, next, total }
  },
})

/** Whether a task tells something that is no result. Only the head of a message is read for that. */
async function speaksAnyway({ store }: Context, { state, by }: TaskStanding): Promise<boolean> {
  if (state !== 'completed') return true
  const page = { limit: 1, after: String(by - 1), bodies: false }
  const [letter] = (await store.messages.thread(by, null, page)).rows
  return letter !== undefined && !isResult(letter.message)
}

function sizeOf({ said, history }: ToldTask): number {
  const characters = ({ body, meta }: FullMessage) =>
    body.length + (meta === null ? 0 : JSON.stringify(meta).length)
  return [...(said === null ? [] : [said]), ...history].reduce((sum, one) => sum + characters(one), 0)
}
