import { type OnScreen, type Pane, paneNames, withPanes } from '../../state.ts'
import { all, type Step, say } from '../../step.ts'
import { selectedRow } from './list.ts'
import { followSelection } from './loads.ts'

export function focusPane<S extends OnScreen>(state: S, pane: Pane): Step<S> {
  if (pane === state.panes.focus) return [state]
  const left =
    pane === 'thread' || state.panes.thread === null
      ? state.panes.thread
      : { ...state.panes.thread, opened: false }
  const next: S = withPanes(state, { focus: pane, thread: left })
  if (pane !== 'thread') return all(next, followSelection)
  return enterThread(next)
}

/** Into the thread: from here on its unread message counts as opened. */
function enterThread<S extends OnScreen>(state: S): Step<S> {
  const row = selectedRow(state.panes.list)
  if (row?.type !== 'mail') return say(withPanes(state, { focus: 'inbox' }), 'No message is selected.')
  if (state.panes.thread?.anchor !== row.message.id) return followSelection(state)
  return [withPanes(state, { thread: { ...state.panes.thread, opened: true } })]
}

export function nextPane<S extends OnScreen>(state: S, direction: 1 | -1): Step<S> {
  const at = paneNames.indexOf(state.panes.focus)
  return focusPane(state, paneNames[(at + direction + paneNames.length) % paneNames.length] ?? 'inbox')
}

export function zoom<S extends OnScreen>(state: S): Step<S> {
  return all(withPanes(state, { zoomed: !state.panes.zoomed }), followSelection)
}
