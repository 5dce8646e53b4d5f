import type { Context } from '../context.ts'
import { close } from './attend.ts'
import type { Taken } from './take.ts'

/**
 * Work whose end the store did not hear of while its lease lasted. Its runner lives, so nobody takes the message from it: it
 * gives the message back itself as soon as the store can be reached.
 */
export function openUnreported() {
  const works: Taken[] = []
  return {
    note: (held: Taken) => void works.push(held),
    /** @throws MailError `busy` while the store is still away; what is left then is given back the next time */
    async giveBack(context: Context): Promise<void> {
      for (let held = works[0]; held !== undefined; held = works[0]) {
        await close({ context, held }, { verb: 'unread' })
        works.shift()
      }
    },
  }
}
