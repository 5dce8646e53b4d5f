import type { Context } from '../context.ts'
import { peopleHere } from '../roster/people.ts'

/** The people here, if a server's client owns the task. A broadcast in such a task leaves them out, since it does not concern them. */
export async function peopleLeftOut(context: Context, task: string): Promise<readonly string[]> {
  return (await context.store.commissions.find(task)) === null ? [] : peopleHere(context)
}
