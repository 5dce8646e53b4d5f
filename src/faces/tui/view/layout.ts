import type { Pane, Size, State } from '../state.ts'

export type Area = { readonly pane: Pane; readonly width: number; readonly height: number }
/** What the panes hold inside their frames. */
export type Inside = { readonly columns: number; readonly rows: number }

const rosterWidth = 28
const least: Size = { columns: 40, rows: 10 }

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < least.columns || rows < least.rows
}

/** The panes from left to right: three from 140 columns, two from 90, one below or when zoomed. */
export function layoutOf({ size, focus, zoomed }: Pick<State, 'size' | 'focus' | 'zoomed'>): readonly Area[] {
  const height = size.rows - 2
  const area = (pane: Pane, width: number): Area => ({ pane, width, height })
  if (zoomed || size.columns < 90) return [area(focus, size.columns)]
  if (size.columns >= 140) {
    const rest = size.columns - rosterWidth
    const inbox = Math.floor(rest * 0.5)
    return [area('roster', rosterWidth), area('inbox', inbox), area('thread', rest - inbox)]
  }
  if (focus === 'thread') {
    const inbox = Math.floor(size.columns * 0.42)
    return [area('inbox', inbox), area('thread', size.columns - inbox)]
  }
  return [area('roster', rosterWidth), area('inbox', size.columns - rosterWidth)]
}

/** The room inside a pane, as if it were shown where it is not. */
export function insideOf(state: Pick<State, 'size' | 'focus' | 'zoomed'>, pane: Pane): Inside {
  const shown =
    layoutOf(state).find((area) => area.pane === pane) ??
    layoutOf({ ...state, focus: pane }).find((area) => area.pane === pane)
  const { width, height } = shown ?? { width: least.columns, height: least.rows }
  return { columns: Math.max(1, width - 2), rows: Math.max(1, height - 2) }
}

export function isShown(state: Pick<State, 'size' | 'focus' | 'zoomed'>, pane: Pane): boolean {
  return layoutOf(state).some((area) => area.pane === pane)
}
