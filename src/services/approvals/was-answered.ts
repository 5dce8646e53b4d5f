import type { Asking } from '../../../store/mail-store.ts'
import type { Context } from '../context.ts'
import { closedNow } from './lookup.ts'

/** A coding agent ends the hook that waits for a decision, or kills it, when the person has answered at its own prompt. */
export async function wasAnswered(
  context: Context,
  { agent, sessionId, helper, since }: Asking,
): Promise<boolean> {
  const request = await context.store.requests.of({ agent, session: sessionId, helper, since })
  return request !== null && (await closedNow(context, request)) === 'end'
}
