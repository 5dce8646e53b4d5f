import { pairedInbox } from '../model/widths.ts'
import { type Browsing, type HasOverlay, isCovered, type Pane, type Size } from '../state.ts'
import { besideWidth } from './boards/table.ts'
import { rosterBesideFrom, rowsOverList } from './inbox/tabs-shown.ts'

type LaidOut = Browsing & Partial<HasOverlay>
export type Area = { readonly pane: Pane; readonly width: number; readonly height: number }
/** The panes' content inside their frames. */
export type Inside = { readonly columns: number; readonly rows: number }

export const least: Size = { columns: 40, rows: 10 }

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < least.columns || rows < least.rows
}

/** The panes from left to right: three from 140 columns, two from 90, one below or when zoomed. */
export function layoutOf(state: LaidOut): readonly Area[] {
  const { size, widths } = state.session
  const { focus, zoomed } = state.panes
  const height = size.rows - 2
  const area = (pane: Pane, width: number): Area => ({ pane, width, height })
  const above = rowsAboveForm(state)
  if (above !== null) return [{ pane: 'thread', width: size.columns, height: above }]
  if (zoomed || size.columns < rosterBesideFrom) return [area(focus, size.columns)]
  if (size.columns >= threeFrom) {
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

/** From this width on the three panes stand beside one another, and a form in the place of the inbox. */
export const threeFrom = 140
/** A form with fewer rows is no place to write, and fewer rows of a message say too little of it. */
const [leastForm, leastMail] = [14, 6]

/**
 * How many rows the answered message has above the form, where the form does not stand beside it; `null` where it is not
 * shown. The form has the rest.
 */
export function rowsAboveForm({ session, panes, overlay }: LaidOut): number | null {
  const { size } = session
  if (overlay?.type !== 'form' || isCovered({ panes })) return null
  if (size.columns >= threeFrom && !panes.zoomed) return null
  const { rest } = overlay.form
  const answered = rest['message'] ?? rest['replyTo']
  if (!panes.thread?.messages.some(({ id }) => id === answered)) return null
  const rows = size.rows - 2
  const above = rows - Math.max(leastForm, Math.ceil(rows * 0.6))
  return above < leastMail ? null : above
}

/** The room inside a pane, as if it were shown where it is not. */
export function insideOf(state: LaidOut, pane: Pane): Inside {
  const { size } = state.session
  const { board } = state.panes
  const beside = pane === 'thread' && board !== null ? besideWidth(board.name, size.columns) : 0
  if (beside > 0) return { columns: beside - 2, rows: size.rows - 4 }
  const shown =
    layoutOf(state).find((area) => area.pane === pane) ??
    layoutOf({ session: state.session, panes: { ...state.panes, focus: pane } }).find(
      (area) => area.pane === pane,
    )
  const { width, height } = shown ?? { width: least.columns, height: least.rows }
  const over = pane === 'inbox' ? rowsOverList(state) : 0
  return { columns: Math.max(1, width - 2), rows: Math.max(1, height - 2 - over) }
}

export function isShown(state: LaidOut, pane: Pane): boolean {
  return !isCovered(state) && layoutOf(state).some((area) => area.pane === pane)
}

/** The room beside a box, or none if it is only a sliver: a sliver of the pane below shows nothing useful. */
const leastBeside = 40

/** A wide screen shows the edges of its panes beside a box, so that no frame runs into another. */
const [inset, insetFrom] = [2, 90]

/** How wide a box over the panes is: as wide as it may be, or nearly the whole screen. */
export function boxWidth(columns: number, widest: number): number {
  if (columns - widest >= leastBeside) return widest
  return columns < insetFrom ? columns : columns - 2 * inset
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
