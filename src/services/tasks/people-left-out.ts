import type { Context } from '../context.ts'
import { peopleHere } from '../roster/people.ts'

/** People who a broadcast in a task leaves out, where a server's client owns the task: others' tasks are none of theirs. */
export async function peopleLeftOut(context: Context, task: string): Promise<readonly string[]> {
  return (await context.store.commissions.find(task)) === null ? [] : peopleHere(context)
}
