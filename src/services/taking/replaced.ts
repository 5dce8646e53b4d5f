import { shortId } from '../../domain/id.ts'
import type { Message } from '../../domain/message.ts'
import { replacedWords } from '../../domain/retraction-words.ts'
import type { Context } from '../context.ts'

/** Which message one replaces, and when the actor read that; `undefined` where it replaces none. */
export async function replacedFact(context: Context, { replaces }: Message): Promise<string | undefined> {
  if (replaces === undefined) return undefined
  return `replaces ${replacedWords(shortId(replaces), await replacedReadAt(context, replaces), context.now())}`
}

/** When the actor read the message that another one replaces; `null`: never. */
export async function replacedReadAt({ store, actor }: Context, replaced: number): Promise<number | null> {
  return (await store.deliveries.find(actor.address, replaced))?.readAt ?? null
}
