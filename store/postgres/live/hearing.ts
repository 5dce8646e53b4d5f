import type { Connection } from '../database/connection.ts'
import { type Interest, listen, type Machine } from './listening.ts'

/** What this program hears: nothing until it first waits, then more and more. */
export type Hearing = {
  /** Listens, for this agent's mail or (`null`) for any change, as well as for what it was asked for before. */
  listening(agent: number | null): Promise<void>
  close(): Promise<void>
}

/** `bump` is called whenever something may have changed, also what one listens to since a moment or no longer. */
export function openHearing(connection: Connection, bump: () => void): Hearing {
  let interest: Interest = []
  let machine: Promise<Machine> | null = null
  let isClosed = false

  /** Whether it was not heard before. */
  function widen(agent: number | null): boolean {
    if (interest === null || (agent !== null && interest.includes(agent))) return false
    interest = agent === null ? null : [...interest, agent]
    return true
  }

  return {
    async listening(agent) {
      if (isClosed) return
      const isWider = widen(agent)
      if (machine !== null) {
        const found = await machine
        if (isWider) await found.attend(interest)
        return
      }
      const begun = listen(connection, interest, bump, () => {
        forget()
        bump()
      })
      // Another one may have begun meanwhile.
      const forget = (): void => {
        if (machine === begun) machine = null
      }
      begun.catch(forget)
      machine = begun
      await begun
    },
    async close() {
      isClosed = true
      await (await machine?.catch(() => null))?.close()
    },
  }
}
