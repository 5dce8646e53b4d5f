import { type Clock, realClock } from './clock.ts'
import type { InputEvent } from './key-event.ts'
import { freshKeys, parseKeys, settleDelay, settleKeys } from './keys.ts'

export type KeyReader = {
  /** The bytes of stdin. Events are returned at once, or after the wait for a sequence's rest. */
  push(chunk: Uint8Array): void
  close(): void
}

export function openKeyReader(onEvent: (event: InputEvent) => void, clock: Clock = realClock): KeyReader {
  let state = freshKeys
  let cancel: (() => void) | undefined
  const wait = (): void => {
    const delay = settleDelay(state)
    cancel = delay === undefined ? undefined : clock.after(delay, settle)
  }
  const settle = (): void => {
    const [next, events] = settleKeys(state)
    state = next
    cancel = undefined
    for (const event of events) onEvent(event)
  }
  return {
    push(chunk) {
      cancel?.()
      const [next, events] = parseKeys(state, chunk)
      state = next
      wait()
      for (const event of events) onEvent(event)
    },
    close() {
      cancel?.()
      state = freshKeys
    },
  }
}
