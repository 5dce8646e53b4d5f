import { isRemote } from '../../domain/addressing/address.ts'
import { systemSubjects } from '../../domain/commission.ts'
import { isMailError } from '../../domain/errors.ts'
import { type Failure, failureKey, reasonInLine } from '../../domain/failure-notice.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'
import { respondAsSystem } from '../tasks/system-word.ts'

/**
 * Answers a failed request as the system, if its sender waits for a response (MAIL 1.3, Error Handling): another swarm, or a
 * caller of the server. It says that no answer comes, and why. False where another process was first, or the swarm is known no longer.
 */
export async function tellFailed(context: Context, message: Message, failure: Failure): Promise<boolean> {
  const { owner, reason, round } = failure
  const why = reason === null ? '' : `: ${reasonInLine(reason)}`
  return tell(context, message, `${owner} failed the request${why}`, failureKey(message.id, owner, round))
}

/** The same for one that its recipient completed, and never answered. */
export async function tellUnanswered(context: Context, message: Message, owner: string): Promise<boolean> {
  const why = `${owner} completed the request without an answer`
  return tell(context, message, why, `unanswered:${message.id}:${owner}`)
}

/** The same for one that nobody will read any more. */
export async function tellLost(
  context: Context,
  message: Message,
  lost: readonly { readonly owner: string; readonly why: string }[],
  key: string,
): Promise<boolean> {
  return tell(context, message, lost.map(({ owner, why }) => `${owner} ${why}`).join('\n'), key)
}

async function tell(context: Context, message: Message, body: string, key: string): Promise<boolean> {
  const { from, task } = message
  const to = isRemote(from) ? from : `agent:${from}`
  const subject = systemSubjects.error
  try {
    return !(await respondAsSystem(context, { to, subject, body, task, about: message, key })).duplicate
  } catch (error) {
    if (isMailError(error)) return false
    throw error
  }
}
