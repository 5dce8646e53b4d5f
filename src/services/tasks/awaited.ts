import type { Commission } from '../../domain/commission.ts'
import { type TaskWord, turnOf, turnsOf } from '../../domain/task-end.ts'
import type { Context } from '../context.ts'
import { lifeOf } from './life.ts'

type Asked = Pick<TaskWord, 'id' | 'kind'>

/** Whether the actor's work on a message of the task ends what its owner waits for. */
export async function awaitedBy(context: Context, task: Commission): Promise<(message: Asked) => boolean> {
  const life = await lifeOf(context, task)
  const turns = life === null ? [] : turnsOf(life)
  return (message) => turnOf(turns, message, context.actor.address) !== null
}
