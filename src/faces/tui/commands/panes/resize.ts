import { resizePane, usualWidths } from '../../panes/widths.ts'
import { type State, withSession } from '../../state.ts'
import type { Step } from '../../step.ts'

/** The widths change, and are kept for the next time. */
export function resized(state: State, change: 1 | -1 | 'usual'): Step {
  const widths =
    change === 'usual' ? usualWidths : resizePane(state.session.widths, state.panes.focus, change)
  return [withSession(state, { widths })]
}
