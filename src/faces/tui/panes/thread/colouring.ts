import { type Browsing, withSession } from '../../state.ts'
import type { Step } from '../../step.ts'
import { hasCode } from '../../text/code-parts.ts'

/** Asks for what colours code with the first that is shown. */
export function followCode<S extends Browsing>(before: S, [state, ...effects]: Step<S>): Step<S> {
  const { thread } = state.panes
  const { colouring } = state.session
  if (colouring !== 'none' || thread === null || thread === before.panes.thread) return [state, ...effects]
  const shown = thread.messages.filter(({ id }) => thread.open.has(id))
  if (!shown.some(({ body }) => hasCode(body))) return [state, ...effects]
  return [withSession(state, { colouring: 'asked' }), ...effects, { type: 'load-colours' }]
}
