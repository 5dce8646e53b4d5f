import { type Commission, parseParty } from '../../domain/commission.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'
import { someoneCompletes } from '../swarms/supervisors.ts'
import { isQuestion } from './question.ts'
import { endAsSystem } from './system-word.ts'

/**
 * The entrypoint's answer to the owner of a task ends it if nobody here may complete any: the caller would wait for ever.
 * Elsewhere an answer ends no task.
 */
export async function endAnswered(context: Context, task: Commission, answer: Message): Promise<void> {
  const { kind, from, replyTo } = answer
  if (task.status !== 'running' || kind !== 'response' || from !== task.entrypoint || replyTo === null) return
  const { messages, roster } = context.store
  const entrypoint = await roster.find(from)
  if (entrypoint === null || entrypoint.canComplete || (await someoneCompletes(context))) return
  const request = (await messages.read(replyTo, null))?.message
  const owner = parseParty(task.owner)
  if (request === undefined || isQuestion(request)) return
  if (owner?.swarm !== context.swarm || request.from !== owner.id) return
  const letter = await messages.read(answer.id, null)
  if (letter !== null) await endAsSystem(context, task.id, answer.subject, letter.message.body)
}
