import { insideOf } from '../../layout.ts'
import type { OnScreen, Overlay } from '../../state.ts'
import { type List, type Row, topOf } from './list.ts'
import { isStream } from './stream.ts'

/** How many rows of the list are seen: what is typed into takes the lowest rows of the pane. */
export function listRoom(state: OnScreen): number {
  return insideOf(state, 'inbox').rows - footOf(state.overlay)
}

function footOf({ type }: Overlay): number {
  return type === 'search' || type === 'filter' ? 2 : type === 'post' ? 1 : 0
}

/** The rows that are seen, from the top. Streams are drawn upside down. */
export function shownRows(list: List, room: number): readonly Row[] {
  const top = topOf(list, room)
  const shown = list.rows.slice(top, top + room)
  return isStream(list.source) ? shown.toReversed() : shown
}

/** The label before the typed words. */
export function searchLabel(type: 'search' | 'filter'): string {
  return type === 'search' ? '/' : 'filter '
}
