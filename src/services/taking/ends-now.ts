import type { Message } from '../../domain/message.ts'
import type { EndsBy } from '../../domain/prompt/answer-hint.ts'
import { type Turn, turnOf, turnsOf } from '../../domain/task-end.ts'
import type { Context } from '../context.ts'

export type EndsNow = (message: Pick<Message, 'id' | 'task' | 'kind'>) => Promise<EndsBy | undefined>

/** `turns`: what the owner of a server's task waits for; `null` of a task among agents. */
type Standing = { readonly isRunning: boolean; readonly turns: readonly Turn[] | null }

/** How the reader of a message may end its task, if that is open. */
export function endsNow(context: Context): EndsNow {
  const known = new Map<string, Promise<Standing>>()
  const { address, canComplete } = context.actor
  return async (message) => {
    const { task, kind } = message
    if (task === null || kind === 'complete') return undefined
    const asked = known.get(task) ?? standingOf(context, task)
    known.set(task, asked)
    const { isRunning, turns } = await asked
    if (turns !== null && turnOf(turns, message, address) !== null) return 'result'
    return canComplete && isRunning ? 'name' : undefined
  }
}

async function standingOf(context: Context, id: string): Promise<Standing> {
  const task = await context.store.commissions.find(id)
  if (task === null)
    return { isRunning: (await context.store.tasks.find(id))?.status === 'running', turns: null }
  if (task.status === 'completed') return { isRunning: false, turns: null }
  // Few tasks are a server's, and their rules are loaded with those alone.
  const { lifeOf } = await import('../tasks/life.ts')
  const life = await lifeOf(context, task)
  return { isRunning: task.status === 'running', turns: life === null ? null : turnsOf(life) }
}
