import type { Event } from '../event.ts'

/** Leaving takes no longer as a rule, ms. */
const briefly = 400

/**
 * All changes are written first. If that takes time, a notice says so, and a second request leaves at once: a key that
 * was only pressed twice leaves nothing unwritten.
 */
export function openLeaving(
  written: () => Promise<void>,
  dispatch: (event: Event) => void,
  close: () => Promise<void>,
): Leaving {
  let leaving: 'no' | 'soon' | 'told' = 'no'
  let isOnward = false
  const leave = async (onward = false): Promise<void> => {
    // A store that is open at last takes nobody along who is quitting.
    if (onward && leaving !== 'no') return
    isOnward = onward
    if (leaving === 'soon') return
    if (leaving === 'told') return close()
    leaving = 'soon'
    const timer = setTimeout(() => {
      leaving = 'told'
      dispatch({ type: 'leaving' })
    }, briefly)
    await written()
    clearTimeout(timer)
    await close()
  }
  return { leave, isOnward: () => isOnward }
}

/** `onward`: to another store. Who quits before it is left quits. */
export type Leaving = { leave(onward?: boolean): Promise<void>; isOnward(): boolean }

/** The end of the program, for its caller. */
export function openEnding(): { readonly ended: Promise<void>; readonly end: () => void } {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end: () => end() }
}
