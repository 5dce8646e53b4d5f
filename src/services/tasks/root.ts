import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'

/** A task's first message: what is written in the task joins its thread. */
export async function rootOf({ store }: Pick<Context, 'store'>, task: string): Promise<Message | null> {
  const { rows } = await store.tasks.messages(task, { limit: 1, after: null })
  return rows[0]?.message ?? null
}
