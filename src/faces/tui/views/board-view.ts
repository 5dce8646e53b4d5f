import { fleetStates } from '../../../domain/fleet.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { grouped } from '../../present.ts'
import { fleetLooks } from '../../present-fleet.ts'
import { boardWindow, orderWords } from '../panes/fleet/board.ts'
import type { Board } from '../panes/fleet/board-state.ts'
import { type FleetCells, fleetCells } from '../panes/fleet/fleet-cells.ts'
import type { State } from '../state.ts'
import { type Line, span, word } from '../text/line.ts'

/** The data of the board. */
export type BoardView = {
  readonly title: Line
  readonly note: Line
  readonly position: Line
  /** The reason for an empty board. */
  readonly empty: string | null
  readonly rows: readonly FleetCells[]
  readonly selected: string | null
}

export function boardView({ session: { size }, clock: { now } }: State, board: Board): BoardView {
  const { top, rows } = boardWindow(board, size)
  const { shown, selected } = board
  return {
    title: titleOf(board, size.columns),
    note: noteOf(board),
    position:
      shown.length === 0 ? [] : [word(`${top + 1}–${top + rows.length} of ${grouped(shown.length)}`, 'dim')],
    empty: emptyText(board),
    rows: rows.map((row) => fleetCells(row, now)),
    selected,
  }
}

/** How many agents are in which state, as far as there is room. */
function titleOf({ counts }: Board, columns: number): Line {
  if (counts === null) return [word('Fleet', 'section')]
  const states = fleetStates.flatMap((state): Line => {
    const { mark, look, word: name } = fleetLooks[state]
    if (counts[state] === 0) return []
    const told = columns < 90 ? `${mark} ${counts[state]}` : `${grouped(counts[state])} ${name}`
    return [word(' · ', 'dim'), word(told, look)]
  })
  return [word('Fleet', 'section'), ...states]
}

function noteOf({ order, filter }: Board): Line {
  return [
    ...(filter === '' ? [] : [word('/', 'accent'), span(sanitizeLine(filter), 'accent'), word(' · ', 'dim')]),
    word(`by ${orderWords[order]}`, 'dim'),
  ]
}

function emptyText({ counts, shown, filter }: Board): string | null {
  if (shown.length > 0) return null
  if (counts === null) return 'counting …'
  return filter === '' ? 'No agents are registered.' : 'No agent matches the filter.'
}
