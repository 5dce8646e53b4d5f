import type { Event } from '../event.ts'
import type { State } from '../state.ts'
import type { Step } from '../step.ts'
import { fitAnswer } from './form/form.ts'

/** The message that the open form answers. */
function answered({ overlay }: State): string | null {
  if (overlay.type !== 'form' || overlay.form.operation !== 'reply') return null
  const { message } = overlay.form.rest
  return typeof message === 'string' ? message : null
}

/** Asks what may be said now: others may have spoken, and a draft does not tell what it answers. */
export function askAnswers(state: State): Step {
  const message = answered(state)
  return message === null ? [state] : [state, { type: 'load-answers', message }]
}

/** The form offers these kinds, and no other. What was typed stays. */
export function answersLoaded(state: State, event: Extract<Event, { type: 'answers-loaded' }>): Step {
  const { overlay } = state
  if (event.answers === null || overlay.type !== 'form' || answered(state) !== event.message) return [state]
  if (overlay.form.sending) return [state]
  return [{ ...state, overlay: { ...overlay, form: fitAnswer(overlay.form, event.answers) } }]
}
