import { answersTo, isPosition } from '../../../domain/debates/debate-answers.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { Event, EventOf } from '../event.ts'
import type { HasOverlay, Overlay } from '../state.ts'
import type { Step } from '../step.ts'
import { fitAnswer } from './form/form.ts'

/** The message that the open form answers. */
function answered(overlay: Overlay): string | null {
  if (overlay.type !== 'form' || overlay.form.operation !== 'reply') return null
  const { message } = overlay.form.rest
  return typeof message === 'string' ? message : null
}

/** Asks which answers are possible now: others may have written, and a draft does not record what it answers. */
export function askAnswers<S extends HasOverlay>(state: S): Step<S> {
  const message = answered(state.overlay)
  return message === null ? [state] : [state, { type: 'load-answers', message }]
}

/** The form offers only these kinds. The typed text stays. */
export function answersLoaded<S extends HasOverlay>(state: S, event: EventOf<'answers-loaded'>): Step<S> {
  const { overlay } = state
  if (event.answers === null || overlay.type !== 'form' || answered(state.overlay) !== event.message)
    return [state]
  if (overlay.form.sending) return [state]
  return [{ ...state, overlay: { ...overlay, form: fitAnswer(overlay.form, event.answers) } }]
}

/** The possible answers to a message in the present state of its debate; `null` if it is not a position in one. */
export async function fetchAnswers(mailbox: Mailbox, self: string, message: string): Promise<Event> {
  const { positions, consensus } = await mailbox.showDebate({ thread: message })
  const position = positions.find(({ id }) => id === message)
  const answers =
    position === undefined || !isPosition(position.kind)
      ? null
      : answersTo(position.kind, { decided: consensus, own: position.who === self })
  return { type: 'answers-loaded', message, answers }
}
