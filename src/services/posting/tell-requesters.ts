import { isRemote } from '../../domain/addressing/address.ts'
import { isMailError } from '../../domain/errors.ts'
import { type Failure, failureBody, failureKey, failureSubject } from '../../domain/failure-notice.ts'
import { shortId } from '../../domain/id.ts'
import type { Context } from '../context.ts'
import { tellFailed } from '../interswarm/tell-failed.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { awaitsAnswer } from '../tasks/awaits-answer.ts'
import { postNotice } from './notice.ts'

/** One look's worth; patrol reports what is left. */
const mostTold = 100

/**
 * Notifies the requesters of failed requests (of `owner`, or of all), once for each. A process that dies between the
 * failure and its notice leaves that to patrol. `goesOn` is asked after each. Answers the ids of the requests.
 */
export async function tellRequesters(
  context: Context,
  owner: string | null,
  goesOn?: () => Promise<boolean>,
): Promise<readonly string[]> {
  const told: string[] = []
  for (const failure of await context.store.deliveries.unreported(owner, mostTold)) {
    if (await tellRequester(context, failure)) told.push(shortId(failure.message))
    if (goesOn !== undefined && !(await goesOn())) break
  }
  return told
}

/** False where another process was first, or the requester is gone. */
async function tellRequester(context: Context, failure: Failure): Promise<boolean> {
  const letter = await readAnyway(context.store, failure.message, null)
  if (letter === null) return false
  const { message } = letter
  if (isRemote(message.from) || awaitsAnswer(message)) return tellFailed(context, message, failure)
  try {
    const { duplicate } = await postNotice(context, {
      to: [message.from],
      subject: failureSubject(message),
      body: failureBody(failure),
      about: message,
      key: failureKey(failure.message, failure.owner, failure.round),
      priority: message.priority,
      tags: ['failed'],
    })
    return !duplicate
  } catch (error) {
    if (isMailError(error) && (error.code === 'conflict' || error.code === 'not-found')) return false
    throw error
  }
}
