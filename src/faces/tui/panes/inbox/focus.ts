import { type Pane, panes, type State } from '../../state.ts'
import { all, type Step, say } from '../../step.ts'
import { selectedRow } from './list.ts'
import { followSelection } from './loads.ts'

export function focusPane(state: State, pane: Pane): Step {
  if (pane === state.focus) return [state]
  const left = pane === 'thread' || state.thread === null ? state.thread : { ...state.thread, opened: false }
  const next: State = { ...state, focus: pane, thread: left }
  if (pane !== 'thread') return all(next, followSelection)
  return enterThread(next)
}

/** Into the thread: from here on its unread message counts as opened. */
function enterThread(state: State): Step {
  const row = selectedRow(state.list)
  if (row?.type !== 'mail') return say({ ...state, focus: 'inbox' }, 'No message is selected.')
  if (state.thread?.anchor !== row.message.id) return followSelection(state)
  return [{ ...state, thread: { ...state.thread, opened: true } }]
}

export function nextPane(state: State, direction: 1 | -1): Step {
  const at = panes.indexOf(state.focus)
  return focusPane(state, panes[(at + direction + panes.length) % panes.length] ?? 'inbox')
}

export function zoom(state: State): Step {
  return all({ ...state, zoomed: !state.zoomed }, followSelection)
}
