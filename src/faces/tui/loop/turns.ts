import type { Event } from '../event.ts'

/** How long an answer waits for others to the same question, ms: less than a frame. */
const gathering = 10

/** When to draw: after what a person did at once, after what the store answered once the rest of it had time to come. */
export type Turns = { ask(after: Event): void; stop(): void }

/**
 * Everything that arrives before the turn is in the same frame: keys arrive faster than frames, and answers in groups of
 * four.
 */
export function openTurns(draw: () => void): Turns {
  let soon: NodeJS.Timeout | undefined
  let now: NodeJS.Immediate | undefined
  const stop = (): void => {
    clearTimeout(soon)
    clearImmediate(now)
    soon = undefined
    now = undefined
  }
  const turn = (): void => {
    stop()
    draw()
  }
  return {
    ask(after) {
      if (waits(after)) soon ??= setTimeout(turn, gathering)
      else now ??= setImmediate(turn)
    },
    stop,
  }
}

function waits({ type }: Event): boolean {
  return (
    type === 'changed' || type.endsWith('-loaded') || type === 'attention-counted' || type === 'views-counted'
  )
}
