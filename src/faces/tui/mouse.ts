import { focusPane, open } from './list/focus.ts'
import { topOf } from './list/list.ts'
import { followSelection } from './list/loads.ts'
import { move } from './list/moves.ts'
import { isStream } from './list/stream.ts'
import type { Pane, State } from './state.ts'
import { all, andThen, type Step } from './step.ts'
import type { MouseEvent } from './terminal/key-event.ts'
import { insideOf, layoutOf } from './view/layout.ts'

const wheelRows = 3
/** Two clicks on one cell within this open what is there, ms. */
const doubleWithin = 400
/** The header and the frame's upper edge. */
const above = 2

/** The wheel moves, a click selects, two open. A drag selects nothing: the terminal does that, with Shift. */
export function moused(state: State, event: MouseEvent): Step {
  const { action, button, x, y } = event
  const { type } = state.overlay
  if (action === 'wheel-up' || action === 'wheel-down') {
    if (type !== 'none' && type !== 'help' && type !== 'sheet') return [state]
    const pane = type === 'none' ? paneAt(state, x) : null
    const direction = action === 'wheel-down' ? 1 : -1
    const moves = Array.from({ length: wheelRows }, () => (next: State) => move(next, 'row', direction))
    return all(state, (next) => (pane === null ? [next] : focusPane(next, pane)), ...moves)
  }
  if (action !== 'press' || button !== 'left' || type !== 'none') return [state]
  const last = state.clicked
  const isDouble = last !== null && last.x === x && last.y === y && state.now - last.at < doubleWithin
  const next: State = { ...state, clicked: isDouble ? null : { x, y, at: state.now } }
  return isDouble ? open(next) : click(next, x, y)
}

function paneAt(state: State, x: number): Pane | null {
  let left = 0
  for (const { pane, width } of layoutOf(state)) {
    if (x < left + width) return pane
    left += width
  }
  return null
}

function click(state: State, x: number, y: number): Step {
  const pane = paneAt(state, x)
  if (pane === null) return [state]
  return andThen(focusPane(state, pane), (next) => (pane === 'inbox' ? select(next, y - above) : [next]))
}

function select(state: State, line: number): Step {
  const { list } = state
  const { rows } = insideOf(state, 'inbox')
  if (line < 0 || line >= rows || isStream(list.source)) return [state]
  const row = list.rows[topOf(list, rows) + line]
  if (row === undefined) return [state]
  return followSelection({ ...state, list: { ...list, selected: row.id, line } })
}
