import type { FormAbout } from '../model/form.ts'
import type { HasOverlay, HasPanes } from '../state.ts'
import type { Step } from '../step.ts'
import { aboutForm } from './form/form.ts'

/** The author and text of the answered message, if its thread is loaded. */
export function originalOf(
  { panes: { thread } }: HasPanes,
  message: unknown,
): Pick<FormAbout, 'from' | 'subject' | 'priority' | 'text' | 'sealed'> {
  const found = thread?.messages.find(({ id }) => id === message)
  if (found === undefined) return {}
  const { from, subject, priority, body: text } = found
  return { from, subject, priority, text, ...(found.sealed ? { sealed: true } : {}) }
}

/** Whether an answer to the message is sealed, as far as its thread is loaded. */
export function isOfSealed(state: HasPanes, message: unknown): boolean {
  return originalOf(state, message).sealed ?? false
}

/** The form that was opened before the thread of its message was here knows the message from now on. */
export function withOriginal<S extends HasPanes & HasOverlay>(step: Step<S>): Step<S> {
  const [state, ...effects] = step
  const { overlay } = state
  if (overlay.type !== 'form' || overlay.form.about.text !== undefined) return step
  const about = originalOf(state, overlay.form.rest['message'])
  if (about.text === undefined) return step
  return [{ ...state, overlay: { ...overlay, form: aboutForm(overlay.form, about) } }, ...effects]
}

/** Whether a message is answered whose text is not known. */
export function lacksOriginal(state: HasPanes & HasOverlay): boolean {
  const { overlay } = state
  switch (overlay.type) {
    case 'form':
      return overlay.form.rest['message'] !== undefined && overlay.form.about.text === undefined
    case 'reply':
      return originalOf(state, overlay.message).text === undefined
    default:
      return false
  }
}
