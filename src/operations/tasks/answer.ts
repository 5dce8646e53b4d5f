import type { Commission } from '../../domain/commission.ts'
import { surroundingsOf, type TaskLetter } from '../../services/interswarm/surroundings.ts'
import { internal } from '../internal.ts'

/** Whether message `id` of a task answers the message `own`. */
type Wanted = { readonly task: Commission; readonly own: number; readonly id: number }

export const answerIn = internal({
  summary: 'Read a message of a task if it answers another one, or ends the task',
  access: 'read',
  async run(context, { task, own, id }: Wanted): Promise<TaskLetter | null> {
    const letter = id > own ? await context.store.messages.read(id, null) : null
    if (letter === null) return null
    const { message } = letter
    if (message.replyTo !== own && message.kind !== 'complete') return null
    return { message, around: await surroundingsOf(context, message, task) }
  },
})
