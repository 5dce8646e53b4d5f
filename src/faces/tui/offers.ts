import type { Mailbox } from '../../mailbox.ts'
import type { Offer } from '../../operations/operation.ts'
import type { Event } from './event.ts'
import { sentenceOf } from './fetch.ts'

type Held = Pick<Offer<unknown>, 'settle' | 'release'>

/** Mail being handed over: held until it was seen, or given back. */
export function openOffers(mailbox: Mailbox, dispatch: (event: Event) => void) {
  const held = new Map<string, Promise<Held | null>>()
  const take = async (message: string): Promise<Held | null> => {
    const offer = (await held.get(message)) ?? null
    held.delete(message)
    return offer
  }
  const ask = async (message: string): Promise<Held | null> => {
    try {
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
    async settle(message: string): Promise<Event | null> {
      await (await take(message))?.settle()
      return { type: 'changed' }
    },
    async release(message: string): Promise<Event | null> {
      await (await take(message))?.release()
      return null
    },
    async releaseAll(): Promise<void> {
      await Promise.all([...held.keys()].map(async (message) => (await take(message))?.release()))
    },
  }
}
