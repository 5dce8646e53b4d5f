import type { State } from '../../state.ts'
import type { Step } from '../../step.ts'
import { hasCode } from '../../text/code-parts.ts'

/** Asks for what colours code with the first that is shown. */
export function followCode(before: State, [state, ...effects]: Step): Step {
  const { thread, colouring } = state
  if (colouring !== 'none' || thread === null || thread === before.thread) return [state, ...effects]
  const shown = thread.messages.filter(({ id }) => thread.open.has(id))
  if (!shown.some(({ body }) => hasCode(body))) return [state, ...effects]
  return [{ ...state, colouring: 'asked' }, ...effects, { type: 'load-colours' }]
}
