import { setTimeout as pause } from 'node:timers/promises'
import type { Mailbox } from '../../mailbox.ts'
import { sentenceOf } from './effects/fetch.ts'
import type { Event } from './event.ts'

/** Shortest time between two looks at what others changed, ms. */
const breath = 40
/** While keys follow one another this closely, ms, what others changed waits for a lull, though not for longer than that. */
const lull = 60
const mostWait = 700

type Follower = {
  /** Resolves when nothing is being asked for. */
  quiet(): Promise<void>
  /** When the last key was pressed, by `performance.now()`. */
  pressedAt(): number
  dispatch(event: Event): void
}

/** Tells of changes as fast as they can be shown, however fast they come, and out of the way of a key that is held. */
export async function follow(mailbox: Mailbox, signal: AbortSignal, follower: Follower): Promise<void> {
  try {
    for await (const _ of mailbox.watch({}, signal)) {
      await follower.quiet()
      await keysRest(follower)
      if (signal.aborted) return
      follower.dispatch({ type: 'changed' })
      await pause(breath)
    }
  } catch (error) {
    if (signal.aborted) return
    follower.dispatch({ type: 'failed', text: `Changes are not followed: ${sentenceOf(error)}` })
  }
}

async function keysRest({ pressedAt }: Follower): Promise<void> {
  const until = performance.now() + mostWait
  while (performance.now() < Math.min(until, pressedAt() + lull)) await pause(lull / 2)
}
