import { flush } from '../compose/sending.ts'
import type { Event } from '../event.ts'
import { meaningOf } from '../keymap.ts'
import { looksAround } from '../panes/boards/switching.ts'
import type { HasOutbox, HasOverlay, HasPanes, HasSession } from '../state.ts'
import { type Step, say } from '../step.ts'
import { keyLabel } from '../terminal/key-event.ts'

/** Whether the first key that came while this screen closed for another store would quit that one: it was meant for the one on the screen. */
export function quitsInstead(events: readonly Event[], { session: { keymap } }: HasSession): boolean {
  const first = events.find((event) => event.type === 'key')
  if (first === undefined) return false
  const meaning = meaningOf(['everywhere'], [keyLabel(first)], keymap)
  return meaning.type === 'command' && ['quit', 'leave'].includes(meaning.binding.name)
}

/** The other store is open. Who did something else meanwhile stays. */
export function storeOpened<S extends HasSession & HasPanes & HasOverlay & HasOutbox>(
  state: S,
  problem: string | null,
): Step<S> {
  if (problem !== null) return say(state, problem, 'problem')
  return looksAround(state) && state.overlay.type === 'none' ? flush(state, true) : [state, { type: 'stay' }]
}
