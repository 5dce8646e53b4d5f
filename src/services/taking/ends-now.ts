import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'

/** The running task of a message, if its reader may end it: an answer alone ends none. */
export function endsNow({
  store,
  actor,
}: Context): (message: Pick<Message, 'task' | 'kind'>) => Promise<string | undefined> {
  const running = new Map<string, boolean>()
  return async ({ task, kind }) => {
    if (!actor.canComplete || task === null || kind === 'complete') return undefined
    const isRunning = running.get(task) ?? (await store.tasks.find(task))?.status === 'running'
    running.set(task, isRunning)
    return isRunning ? task : undefined
  }
}
