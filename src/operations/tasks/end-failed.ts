import { parseParty, systemSubjects } from '../../domain/commission.ts'
import { reasonInLine } from '../../domain/failure-notice.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../operation.ts'
import { endAsSystem } from './system-word.ts'

type Failed = { readonly owner: string; readonly reason: string | null }

/** A server's task cannot go on once its entrypoint failed what the task's owner asked: the caller would wait for ever. */
export async function endFailed(
  context: Context,
  { task, from }: Message,
  { owner: failing, reason }: Failed,
): Promise<void> {
  const commission = task === null ? null : await context.store.commissions.find(task)
  if (commission?.status !== 'running' || commission.entrypoint !== failing) return
  const owner = parseParty(commission.owner)
  if (owner?.id !== from || owner.swarm !== context.swarm) return
  const why = reason === null ? '' : `: ${reasonInLine(reason)}`
  await endAsSystem(context, commission.id, systemSubjects.error, `${failing} failed the request${why}`)
}
