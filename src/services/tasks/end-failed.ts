import { parseParty, systemSubjects } from '../../domain/commission.ts'
import { reasonInLine } from '../../domain/failure-notice.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'
import { isQuestion } from './question.ts'
import { endAsSystem } from './system-word.ts'

type Failed = { readonly owner: string; readonly reason: string | null }

/**
 * A server's task cannot go on once the agent that its owner gave it to failed that: the caller would wait for ever.
 * That is its entrypoint, or the agent that the owner named instead.
 */
export async function endFailed(
  context: Context,
  message: Message,
  { owner: failing, reason }: Failed,
): Promise<void> {
  const { task, from, to } = message
  const commission = task === null ? null : await context.store.commissions.find(task)
  if (commission?.status !== 'running' || isQuestion(message)) return
  if (commission.entrypoint !== failing && to.join() !== `agent:${failing}`) return
  const owner = parseParty(commission.owner)
  if (owner?.id !== from || owner.swarm !== context.swarm) return
  const why = reason === null ? '' : `: ${reasonInLine(reason)}`
  await endAsSystem(context, commission.id, systemSubjects.error, `${failing} failed the request${why}`)
}
