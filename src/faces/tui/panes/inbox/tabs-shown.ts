import type { State } from '../../state.ts'

/** A terminal this low keeps its rows for mail. */
const leastRows = 16

export function showsTabs({ session: { tabs, size }, panes: { roster } }: Pick<State, 'session' | 'panes'>) {
  if (tabs === 'off' || size.rows < leastRows) return false
  return tabs === 'on' || roster.views.length > 0
}

/** How many rows of the pane stand over the list: tabs, and heads of columns. */
export function rowsOverList(state: Pick<State, 'session' | 'panes'>): number {
  return (showsTabs(state) ? 1 : 0) + (state.session.heads ? 1 : 0)
}
