import { shortId } from '../../domain/id.ts'
import type { Message } from '../../domain/message.ts'
import { replacesWords } from '../../domain/retraction-words.ts'
import type { Context } from '../context.ts'

/** Which message one replaces, and when the actor read that; `undefined` where it replaces none. */
export async function replacedFact(
  { store, actor, now }: Context,
  { replaces }: Message,
): Promise<string | undefined> {
  if (replaces === undefined) return undefined
  const copy = await store.deliveries.find(actor.address, replaces)
  return replacesWords(shortId(replaces), copy?.readAt ?? null, now())
}
