import type { Browsing, HasSession } from '../../state.ts'

/** A terminal this low keeps its rows for mail. */
const leastRows = 16

/** From this width on the roster, which says the same, stands beside the list. */
export const rosterBesideFrom = 90

/** The views over the list: where the roster does not show them, unless the settings say otherwise. */
export function showsTabs({ session, panes }: Browsing): boolean {
  const { tabs, size } = session
  if (tabs === 'off' || size.rows < leastRows) return false
  const isAlone = size.columns < rosterBesideFrom || panes.zoomed
  return tabs === 'on' || (isAlone && panes.roster.views.length > 0)
}

/** From this height on a list has heads over its columns, unless the settings say otherwise. */
const headsFrom = 24

export function showsHeads({ session: { columnHeads, size } }: HasSession): boolean {
  return columnHeads === 'on' || (columnHeads === 'auto' && size.rows >= headsFrom)
}

/** How many rows of the pane stand over the list: tabs, and heads of columns. */
export function rowsOverList(state: Browsing): number {
  return (showsTabs(state) ? 1 : 0) + (showsHeads(state) ? 1 : 0)
}
