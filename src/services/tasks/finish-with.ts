import { parseParty } from '../../domain/commission.ts'
import { shortId } from '../../domain/id.ts'
import { isSealedMail, type Message } from '../../domain/message.ts'
import { completeSubject } from '../../domain/task.ts'
import { checkInput } from '../../input/input.ts'
import type { Context } from '../context.ts'
import { replyFields, replyTo } from '../posting/reply.ts'
import { endTask } from './end.ts'
import { requireTask } from './value.ts'

type How = { readonly key: string; readonly automatic?: true }

/**
 * Sends the result of the work on a message: the caller of a task waits for its end, everybody else for an answer. The id of what
 * was sent. @throws MailError as `replyTo`
 */
export async function finishWith(
  context: Context,
  message: Message,
  result: string,
  { key, ...mark }: How,
): Promise<string | null> {
  // The result of a task is plain.
  const task = isSealedMail(message) ? null : await taskOfOwner(context, message)
  if (task !== null) return endedBy(context, task, result)
  const input = checkInput(replyFields, { message: shortId(message.id), body: result, key })
  return (await replyTo(context, input, mark)).id
}

/** The running task of a server whose owner wrote the message, if the actor may end it. */
async function taskOfOwner(
  { store, actor, swarm }: Context,
  { task, from }: Message,
): Promise<string | null> {
  if (task === null || !actor.canComplete) return null
  const commission = await store.commissions.find(task)
  const owner = parseParty(commission?.owner ?? '')
  const isOwners = owner !== null && owner.id === from && owner.swarm === swarm
  return isOwners && commission?.status === 'running' ? task : null
}

/** The message that ended it. */
async function endedBy(context: Context, task: string, body: string): Promise<string | null> {
  await endTask(context, task, { subject: completeSubject, body, payload: null })
  const { ended } = await requireTask(context, task)
  return ended === null ? null : shortId(ended)
}
