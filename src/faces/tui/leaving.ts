import type { Event } from './event.ts'

/** Leaving takes no longer as a rule, ms. */
const briefly = 400

/**
 * All that was done is written first; who will not wait for that says so again. Where it takes its time, that is told.
 */
export function openLeaving(
  written: () => Promise<void>,
  dispatch: (event: Event) => void,
  close: () => Promise<void>,
): () => Promise<void> {
  let leaving = false
  return async () => {
    if (leaving) return close()
    leaving = true
    const timer = setTimeout(dispatch, briefly, { type: 'leaving' })
    await written()
    clearTimeout(timer)
    await close()
  }
}

/** The end of the program, for whoever waits for it. */
export function openEnding(): { readonly ended: Promise<void>; readonly end: () => void } {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end: () => end() }
}
