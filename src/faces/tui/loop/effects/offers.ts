import type { Mailbox } from '../../../../mailbox.ts'
import type { Offer } from '../../../../services/offer.ts'
import type { Event } from '../../event.ts'
import { sentenceOf } from '../../sentence.ts'

type Held = Pick<Offer<unknown>, 'settle' | 'release'>

/** Mail being handed over: held until it was seen, or given back. */
export function openOffers(mailbox: Mailbox, dispatch: (event: Event) => void) {
  const held = new Map<string, Promise<Held | null>>()
  const endings = new Map<string, Promise<void>>()
  /** Takes the offer at once, so that a later request is a new one; what ends it may happen afterwards. */
  const ended = (message: string, end: (offer: Held) => Promise<unknown>): (() => Promise<void>) => {
    const offer = held.get(message)
    held.delete(message)
    let over: () => void = () => undefined
    const ending = new Promise<void>((resolve) => {
      over = resolve
    })
    endings.set(message, ending)
    return async () => {
      const taken = await offer
      if (taken) await end(taken).finally(over)
      over()
      if (endings.get(message) === ending) endings.delete(message)
    }
  }
  const ask = async (message: string): Promise<Held | null> => {
    try {
      // An offer still held here would look like another reader's.
      await endings.get(message)
      const { notes, settle, release } = await mailbox.read({ messages: [message] })
      const note = notes[0] ?? null
      dispatch({ type: 'offered', message, held: note === null, note })
      return { settle, release }
    } catch (error) {
      dispatch({ type: 'failed', text: sentenceOf(error) })
      return null
    }
  }
  return {
    ask: (message: string): void => void held.set(message, ask(message)),
    settle(message: string): () => Promise<Event | null> {
      const end = ended(message, (offer) => offer.settle())
      return async () => {
        await end()
        return { type: 'changed', alters: ['mail'] }
      }
    },
    release(message: string): () => Promise<Event | null> {
      const end = ended(message, (offer) => offer.release())
      return async () => {
        await end()
        return null
      }
    },
    async releaseAll(): Promise<void> {
      await Promise.all([...held.keys()].map((message) => ended(message, (offer) => offer.release())()))
    },
  }
}
