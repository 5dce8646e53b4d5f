import { hasEnded, turnsOf } from '../../domain/task-end.ts'
import type { Context } from '../context.ts'
import { judgeTask } from './judge.ts'
import { type GoesOn, type Judged, judgeEach } from './judge-each.ts'
import { lifeOf } from './life.ts'

const pageSize = 100

/** Where a walk through the open tasks goes on, and how. */
type Walk = {
  /** A place that `mark` was told; `null` begins with the oldest. */
  readonly after?: string | null
  readonly mark?: (place: string) => void
  readonly goesOn?: GoesOn
}

/**
 * Judges every task that is open, the oldest first: what ended an agent's time names no task; and whoever settled work may have died
 * before it ended the task.
 */
export async function judgeOpenTasks(context: Context, walk: Walk = {}): Promise<Judged> {
  return judgeEach(openTasks(context, null, walk), (task) => judgeTask(context, task), walk.goesOn)
}

/** The same for the tasks in which an agent was written to. */
export async function judgeTasksOf(context: Context, agent: string): Promise<Judged> {
  return judgeEach(openTasks(context, agent), (task) => judgeTask(context, task))
}

/** What `judgeOpenTasks` would end. */
export async function foreseeEnds(context: Context): Promise<Judged> {
  return judgeEach(openTasks(context, null), async (id) => {
    const task = await context.store.commissions.find(id)
    const life = task === null ? null : await lifeOf(context, task)
    if (life === null) return []
    return turnsOf(life)
      .filter(hasEnded)
      .map(({ request }) => request)
  })
}

async function* openTasks(
  { store }: Context,
  agent: string | null,
  { after = null, mark }: Walk = {},
): AsyncIterable<string> {
  for (let place = after; ; ) {
    const page = await store.commissions.running(agent, { limit: pageSize, after: place })
    yield* page.rows
    if (page.next === null) return
    place = page.next
    mark?.(place)
  }
}
