import type { State } from '../state.ts'
import type { FormAbout } from './form/form.ts'

/** The author and text of the answered message, if its thread is loaded. */
export function originalOf(
  { panes: { thread } }: Pick<State, 'panes'>,
  message: unknown,
): Pick<FormAbout, 'from' | 'text' | 'sealed'> {
  const found = thread?.messages.find(({ id }) => id === message)
  if (found === undefined) return {}
  return { from: found.from, text: found.body, ...(found.sealed ? { sealed: true } : {}) }
}

/** Whether an answer to the message is sealed, as far as its thread is loaded. */
export function isOfSealed(state: Pick<State, 'panes'>, message: unknown): boolean {
  return originalOf(state, message).sealed ?? false
}
