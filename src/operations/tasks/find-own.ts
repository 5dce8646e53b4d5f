import type { Commission } from '../../domain/commission.ts'
import { MailError } from '../../domain/errors.ts'
import { internal } from '../internal.ts'

/** Anything that a person could have chosen as a name; not what a terminal would obey. */
const chosen = /^[^\p{C}\p{Z}]{1,200}$/u

type Wanted = { readonly owner: string; readonly id: string }

export const findOwnTask = internal({
  summary: "Find a client's task, or learn that its id is free",
  access: 'read',
  /** @throws MailError `usage` no id · `not-allowed` the task is another client's, or the agents' own */
  async run({ store }, { owner, id }: Wanted): Promise<Commission | null> {
    if (!chosen.test(id)) throw new MailError('usage', 'task_id is not a valid name for a task')
    const task = await store.commissions.find(id)
    const isTaken = task === null ? (await store.tasks.find(id)) !== null : task.owner !== owner
    if (isTaken) throw new MailError('not-allowed', `the task ${task?.id ?? id} belongs to another client`)
    return task
  },
})
