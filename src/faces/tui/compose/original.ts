import type { State } from '../state.ts'
import type { FormAbout } from './form/form.ts'

/** The author and text of the answered message, if its thread is loaded. */
export function originalOf(
  { panes: { thread } }: Pick<State, 'panes'>,
  message: unknown,
): Pick<FormAbout, 'from' | 'text'> {
  const found = thread?.messages.find(({ id }) => id === message)
  return found === undefined ? {} : { from: found.from, text: found.body }
}
