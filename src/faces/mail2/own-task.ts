import { Refusal } from '../http/refusal.ts'
import { instanceOf } from '../http/tasks/instance.ts'
import type { Visit } from './visit.ts'
import type { Said } from './wire/metadata.ts'

/** In a task of another client nobody else writes. @throws Refusal 403 */
export async function requireOwnTask({ world, call }: Visit, { task }: Pick<Said, 'task'>): Promise<void> {
  const owner = task === undefined ? null : await world.mailbox.taskOwner({ id: task })
  if (owner === null || owner === instanceOf(world, call.client)) return
  throw new Refusal(403, 'the task belongs to another client')
}
