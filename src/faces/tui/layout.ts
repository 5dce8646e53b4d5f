import { rosterBesideFrom, rowsOverList } from './panes/inbox/tabs-shown.ts'
import { pairedInbox } from './panes/widths.ts'
import { isCovered, type Pane, type Size, type State } from './state.ts'

type LaidOut = Pick<State, 'session' | 'panes'>
export type Area = { readonly pane: Pane; readonly width: number; readonly height: number }
/** The panes' content inside their frames. */
export type Inside = { readonly columns: number; readonly rows: number }

export const least: Size = { columns: 40, rows: 10 }

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < least.columns || rows < least.rows
}

/** The panes from left to right: three from 140 columns, two from 90, one below or when zoomed. */
export function layoutOf({ session: { size, widths }, panes: { focus, zoomed } }: LaidOut): readonly Area[] {
  const height = size.rows - 2
  const area = (pane: Pane, width: number): Area => ({ pane, width, height })
  if (zoomed || size.columns < rosterBesideFrom) return [area(focus, size.columns)]
  if (size.columns >= 140) {
    const rest = size.columns - widths.roster
    const inbox = Math.floor(rest * widths.inbox)
    return [area('roster', widths.roster), area('inbox', inbox), area('thread', rest - inbox)]
  }
  if (focus === 'thread') {
    const inbox = pairedInbox(size, widths)
    return [area('inbox', inbox), area('thread', size.columns - inbox)]
  }
  return [area('roster', widths.roster), area('inbox', size.columns - widths.roster)]
}

/** The room inside a pane, as if it were shown where it is not. */
export function insideOf(state: LaidOut, pane: Pane): Inside {
  const shown =
    layoutOf(state).find((area) => area.pane === pane) ??
    layoutOf({ ...state, panes: { ...state.panes, focus: pane } }).find((area) => area.pane === pane)
  const { width, height } = shown ?? { width: least.columns, height: least.rows }
  const over = pane === 'inbox' ? rowsOverList(state) : 0
  return { columns: Math.max(1, width - 2), rows: Math.max(1, height - 2 - over) }
}

export function isShown(state: LaidOut, pane: Pane): boolean {
  return !isCovered(state) && layoutOf(state).some((area) => area.pane === pane)
}

/** The room beside a box, or none if it is only a sliver: a sliver of the pane below shows nothing useful. */
const leastBeside = 40

/** How wide a box over the panes is: as wide as it may be, or the whole screen. */
export function boxWidth(columns: number, widest: number): number {
  return columns - widest < leastBeside ? columns : widest
}

/** Where a box over the panes stands. */
export type Place = { readonly x: number; readonly y: number; readonly width: number }

/** A centred box with this many lines in its frame. */
export function centred({ columns, rows }: Size, width: number, lines: number): Place {
  return {
    x: Math.floor((columns - width) / 2),
    y: Math.max(0, Math.floor((rows - lines - 2) / 2)),
    width,
  }
}
