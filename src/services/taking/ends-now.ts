import type { Message } from '../../domain/message.ts'
import type { EndsBy } from '../../domain/prompt/answer-hint.ts'
import type { Context } from '../context.ts'

type Asked = Pick<Message, 'id' | 'task' | 'kind'>
export type EndsNow = (message: Asked) => Promise<EndsBy | undefined>

type Standing = {
  readonly isRunning: boolean
  /** Whether the reader's work on a message ends what the owner of a server's task waits for. */
  readonly isAwaited: (message: Asked) => boolean
}

/** How the reader of a message may end its task, if that is open. */
export function endsNow(context: Context): EndsNow {
  const known = new Map<string, Promise<Standing>>()
  return async (message) => {
    const { task, kind } = message
    if (task === null || kind === 'complete') return undefined
    const asked = known.get(task) ?? standingOf(context, task)
    known.set(task, asked)
    const { isRunning, isAwaited } = await asked
    if (isAwaited(message)) return 'result'
    return context.actor.canComplete && isRunning ? 'name' : undefined
  }
}

async function standingOf(context: Context, id: string): Promise<Standing> {
  const { commissions, tasks } = context.store
  const task = await commissions.find(id)
  const status = (task ?? (await tasks.find(id)))?.status
  const isRunning = status === 'running'
  if (task === null || status === 'completed') return { isRunning, isAwaited: () => false }
  // Few tasks are a server's, and their rules are loaded with those alone.
  const { awaitedBy } = await import('../tasks/awaited.ts')
  return { isRunning, isAwaited: await awaitedBy(context, task) }
}
