import type { MailStore } from '../../store/mail-store.ts'
import { pause } from '../after.ts'
import { ringAgent } from '../services/bells/ring-agent.ts'
import type { Context } from '../services/context.ts'
import { type MailBell, openMailBell } from '../services/mail/mail-bell.ts'

/** A hook or a command that is about to hand the mail over comes first, and much that comes at once is one bell, ms. */
const before = 500
/** A bell that may not be rung yet is looked at again after this time, ms. */
const later = 60_000

/** Rings the bell of this process's agent whenever mail comes, for as long as the process runs. It keeps no process alive. */
export function keepRinging(open: () => Promise<Context>): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const rest = (length: number) => pause(length, { signal, ref: false })
  void listen()

  async function listen(): Promise<void> {
    let listening: Listening | null = null
    while (!signal.aborted) {
      try {
        const context = await open()
        const { actor, store } = context
        const { outcome } = await ringAgent(context, actor.address)
        const isPending = outcome !== 'rung' && outcome !== 'nothing' && outcome !== 'unanswered'
        // Another store may be at its place by now, and the agent may have its name since.
        const isSame = listening?.live === store.live && listening.owner === actor.address
        if (listening === null || !isSame) listening = listeningTo(store.live, actor.address, signal)
        const change = listening.bell.rung()
        await Promise.race(isPending ? [change, rest(later)] : [change])
        await rest(before)
      } catch {
        // The store is missing, or the agent has no name yet: the next check may find both.
        await rest(later)
      }
    }
  }

  return () => ending.abort()
}

type Listening = {
  readonly live: MailStore['live']
  readonly owner: string
  readonly bell: MailBell
}

function listeningTo(live: MailStore['live'], owner: string, signal: AbortSignal): Listening {
  return { live, owner, bell: openMailBell(live, owner, signal) }
}
