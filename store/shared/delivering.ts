import type { MessageStore, Post, Posted } from '../mail-store.ts'

/** Delivers most mail; `null`, and nothing is stored, for what may be part of a loop. */
export type Delivering = { deliver(post: Post): Promise<Posted | null> }

/** What may be part of a loop is delivered by code that few senders need. */
export function inTurn(
  usual: Delivering,
  looking: Pick<MessageStore, 'deliver'>,
): Pick<MessageStore, 'deliver'> {
  return { deliver: async (post) => (await usual.deliver(post)) ?? looking.deliver(post) }
}
