import { hasEnded, turnsOf } from '../../domain/task-end.ts'
import type { Context } from '../context.ts'
import { judgeTask } from './judge.ts'
import { lifeOf } from './life.ts'

/** More callers than wait at one time. */
const mostOpen = 500

/**
 * Judges every task that is open: what retired an agent, or ended its time, names no task; and whoever settled work may have died
 * before it ended the task. `goesOn` is asked after each. The requests that ended.
 */
export async function judgeOpenTasks(
  context: Context,
  goesOn = async () => true,
): Promise<readonly number[]> {
  const ended: number[] = []
  for (const { id } of await context.store.commissions.running(null, mostOpen)) {
    ended.push(...(await judgeTask(context, id)))
    if (!(await goesOn())) break
  }
  return ended
}

/** The requests that `judgeOpenTasks` would end. */
export async function endedRequests(context: Context): Promise<readonly number[]> {
  const found: number[] = []
  for (const task of await context.store.commissions.running(context.swarm, mostOpen)) {
    const life = await lifeOf(context, task)
    if (life !== null)
      found.push(
        ...turnsOf(life)
          .filter(hasEnded)
          .map(({ request }) => request),
      )
  }
  return found
}
