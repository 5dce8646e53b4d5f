import { type HasClock, type HasOverlay, type HasPanes, isCovered, type State, uncovered } from '../state.ts'
import type { Step } from '../step.ts'
import { leaveBoard } from './boards/board.ts'
import { refresh } from './inbox/refresh.ts'

/** A board has the place of the panes, or a sheet lies over them. */
export function hidesPanes(state: HasPanes & HasOverlay): boolean {
  return isCovered(state) || state.overlay.type === 'sheet'
}

/** The panes are shown again, with the changes that came meanwhile. */
export function panesShown<S extends HasPanes & HasOverlay & HasClock>(state: S): Step<S> {
  const next: S = { ...uncovered(state), overlay: { type: 'none' } }
  return isCovered(state) ? refresh(next) : [next]
}

/** One step out of what hides the panes. */
export function leaveCover(state: State): Step {
  if (state.overlay.type === 'sheet') return [{ ...state, overlay: { type: 'none' } }]
  return leaveBoard(state, refresh)
}
