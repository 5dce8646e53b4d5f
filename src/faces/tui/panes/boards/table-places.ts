import type { BoardName } from './board-state.ts'

/** A narrower table has no room for its subjects: one is shown at a time. */
const leastWidth = 32

export type TablePlace = { readonly at: number; readonly left: number; readonly width: number }

/** The tables of a board that are on the screen, side by side. */
export function tablePlaces(count: number, focus: number, width: number): readonly TablePlace[] {
  const share = Math.floor(width / count)
  if (share < leastWidth) return [{ at: focus, left: 0, width }]
  return Array.from({ length: count }, (_, at) => ({
    ...{ at, left: at * share },
    width: at === count - 1 ? width - at * share : share,
  }))
}

/** From here on what the selected row or the open page is about stands beside it. */
const besideFrom = 160

/** Boards of what lies in other stores: nothing of it is loaded here, and its own columns take the width. */
const alone: readonly BoardName[] = ['stores', 'all-attention']

/** The columns beside a board; 0 without room. Tables side by side leave less of it, so that their subjects are read. */
export function besideWidth(board: BoardName, columns: number): number {
  if (columns < besideFrom || alone.includes(board)) return 0
  const [share, most] = board === 'queues' ? [0.3, 60] : [0.39, 78]
  return Math.min(most, Math.floor(columns * share))
}
