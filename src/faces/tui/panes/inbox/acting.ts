import { type Browsing, withSession } from '../../state.ts'
import { type Step, say } from '../../step.ts'

/** Leaving the mailbox ends acting as its owner. */
export function followActing<S extends Browsing>(state: S): Step<S> {
  const { acting } = state.session
  const { source } = state.panes.list
  if (acting === null || (source.type === 'mailbox' && source.owner === acting.as)) return [state]
  return say(withSession(state, { acting: null }), `You no longer act as ${acting.as}.`)
}
