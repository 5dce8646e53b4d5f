import { flush } from '../compose/sending.ts'
import { looksAround } from '../panes/boards/switching.ts'
import type { HasOutbox, HasOverlay, HasPanes, HasSession } from '../state.ts'
import { type Step, say } from '../step.ts'

/** The other store is open. Who did something else meanwhile stays. */
export function storeOpened<S extends HasSession & HasPanes & HasOverlay & HasOutbox>(
  state: S,
  problem: string | null,
): Step<S> {
  if (problem !== null) return say(state, problem, 'problem')
  return looksAround(state) && state.overlay.type === 'none' ? flush(state, true) : [state, { type: 'stay' }]
}
