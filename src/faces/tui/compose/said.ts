import type { Draftable } from '../../../services/drafts/value.ts'
import type { State } from '../state.ts'
import { andThen, type Step } from '../step.ts'
import { key } from '../terminal/key-event.ts'
import type { FormInput } from './form/form.ts'
import { openSaid } from './writing.ts'
import { formEvent } from './writing-keys.ts'

/** A message said in a command's line: what it lacks is asked for in its form, and it goes like all that is written there. */
export function writeSaid(state: State, operation: Draftable, input: FormInput): Step {
  return andThen(openSaid(state, operation, input), (next) =>
    next.overlay.type === 'form' ? formEvent(next, next.overlay, key('s', { ctrl: true })) : [next],
  )
}
