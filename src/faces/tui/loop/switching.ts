import { flush } from '../compose/sending.ts'
import { looksAround } from '../panes/boards/switching.ts'
import type { State } from '../state.ts'
import { type Step, say } from '../step.ts'

/** The other store is open. Who did something else meanwhile stays. */
export function storeOpened(state: State, problem: string | null): Step {
  if (problem !== null) return say(state, problem, 'problem')
  return looksAround(state) && state.overlay.type === 'none' ? flush(state, true) : [state, { type: 'stay' }]
}
