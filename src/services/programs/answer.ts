import { mayAnswerItself } from '../../domain/automatic.ts'
import { parseParty } from '../../domain/commission.ts'
import { isMailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { isSealedMail } from '../../domain/message.ts'
import { completeSubject } from '../../domain/task.ts'
import { checkInput } from '../../input/input.ts'
import type { Context, ProgramEnd } from '../context.ts'
import { replyFields, replyTo } from '../posting/reply.ts'
import { endTask } from '../tasks/end.ts'
import { requireTask } from '../tasks/value.ts'
import type { Taken } from './take.ts'

/**
 * Until the message is completed, all its programs share one answer, however often a runner dies, even between the
 * answer and the completion. An agent that reopens it after that asks for another answer.
 */
function keyOf({ letter: { message, delivery } }: Taken): string {
  return `run:${message.id}:${delivery?.completedAt ?? 'first'}`
}

/** The answer that a runner sent before it died or its disk was full, so that only the completion is missing. */
export async function answeredBefore({ store, actor }: Context, held: Taken): Promise<string | null> {
  const id = await store.messages.keyed(actor.address, keyOf(held))
  return id === null ? null : shortId(id)
}

/**
 * Sends the output of a program as the answer, once, even if retried. Empty output sends nothing, and a program answers neither an
 * answer nor a notification nor what another program wrote by itself. A supervisor's
 * answer to the owner of a task is the task's result: a caller waits for that, not for an answer.
 */
export async function answerWith(
  { context, held }: { readonly context: Context; readonly held: Taken },
  { out, cut }: ProgramEnd,
): Promise<{ readonly id: string | null; readonly problem: string | null }> {
  const { message } = held.letter
  const { id } = message
  if (out.trim() === '' || !mayAnswerItself(message)) return { id: null, problem: null }
  const body = cut > 0 ? `${out}\n\n[${cut} more bytes of output were cut off here]` : out
  const key = keyOf(held)
  try {
    // The result of a task is plain.
    const task = isSealedMail(held.letter.message) ? null : await taskOfOwner(context, held)
    if (task !== null) return { id: await endedBy(context, task, body), problem: null }
    const input = checkInput(replyFields, { message: shortId(id), body, key })
    const sent = await replyTo(context, input, { automatic: true })
    return { id: sent.id, problem: null }
  } catch (error) {
    if (!isMailError(error)) throw error
    return { id: null, problem: error.message }
  }
}

/** The running task of a server whose owner wrote the message, if the actor may end it. */
async function taskOfOwner({ store, actor, swarm }: Context, { letter }: Taken): Promise<string | null> {
  const { task, from } = letter.message
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
