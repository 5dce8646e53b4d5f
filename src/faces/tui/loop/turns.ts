import type { TimerName } from '../effect.ts'
import type { Event } from '../event.ts'

/** How long an answer waits for others to the same question, ms: less than a frame. */
const gathering = 10

/** How long the first frame waits for the first rows, ms: drawing an empty frame would delay them. */
const firstRows = 150

/** When to draw: immediately after a key, and after an answer of the store a moment later, since more answers may follow. */
export type Turns = { ask(after: Event): void; stop(): void }

/**
 * Everything that arrives before the turn is in the same frame: keys arrive faster than frames, and answers in groups of
 * four.
 */
export function openTurns(draw: () => void): Turns {
  let soon: NodeJS.Timeout | undefined
  let now: NodeJS.Immediate | undefined
  let isFirst = true
  const stop = (): void => {
    clearTimeout(soon)
    clearImmediate(now)
    soon = undefined
    now = undefined
  }
  const turn = (): void => {
    stop()
    isFirst = false
    draw()
  }
  return {
    ask(after) {
      if (!isFirst && onlyAsks(after)) return
      if (isFirst && !endsFirstWait(after)) soon ??= setTimeout(turn, firstRows)
      else if (!isFirst && waits(after)) soon ??= setTimeout(turn, gathering)
      else now ??= setImmediate(turn)
    },
    stop,
  }
}

/** Rows, their failure, and whatever a person does end the wait for the first rows. */
function endsFirstWait({ type }: Event): boolean {
  return type.endsWith('failed') || ['list-loaded', 'key', 'paste', 'mouse', 'leaving'].includes(type)
}

function waits({ type }: Event): boolean {
  return type.endsWith('-loaded')
}

const asking: readonly TimerName[] = ['board', 'roster', 'topics', 'context', 'stores', 'agent-page']

/** What it leads to is a question to the store. The answer is drawn: a frame before it would be the last one again. */
function onlyAsks(event: Event): boolean {
  return event.type === 'changed' || (event.type === 'waited' && asking.includes(event.name))
}
