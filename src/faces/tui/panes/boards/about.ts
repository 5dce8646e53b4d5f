import type { ThreadName } from '../../effect.ts'
import type { Browsing, HasPanes } from '../../state.ts'
import type { Board, BoardName, BoardRow, BoardRows } from './board-state.ts'
import { tableOf } from './boards.ts'
import { placeOf } from './lines.ts'
import { rowShown } from './row-shown.ts'
import type { About } from './table.ts'

/** The row that the keys of a board are about: the selected one, unless a page is open. */
export function boardRow({ panes: { board } }: HasPanes): BoardRow | null {
  return board === null || board.page !== null ? null : selectedRow(board)
}

/** The same of the board with this name. */
export function rowOn<N extends BoardName>(state: HasPanes, name: N): BoardRows[N] | null {
  return state.panes.board?.name === name ? (boardRow(state) as BoardRows[N] | null) : null
}

function selectedRow(board: Board): BoardRow | null {
  const { tables, focus } = board
  const table = tables[focus]
  const line = table?.lines[placeOf(table)]
  return line?.type === 'row' ? rowShown(board, line.row) : null
}

/** The agent, the queue and the message that the keys on a board are about; `null` without a board. */
export function boardAbout({ panes: { board } }: HasPanes): About | null {
  if (board === null) return null
  const row = selectedRow(board)
  const { page, tables, focus } = board
  if (page?.type === 'debate') return { message: { message: page.thread, of: null } }
  const table = tables[focus]
  const about = row === null || table === undefined ? {} : tableOf(board, table).about(row)
  return page === null || about.agent === page.agent ? about : { agent: page.agent }
}

/** The message that a row of a board stands for, as its thread is asked for. */
export function boardMessage({ panes, session: { me } }: Browsing): ThreadName | null {
  const message = boardAbout({ panes })?.message
  return message === undefined ? null : { message: message.message, of: message.of ?? me.address }
}

/** The row of an agent on the board of the fleet. */
export function rowOf(state: HasPanes, agent: string): BoardRows['fleet'] | null {
  const row = agentsOf(state)?.find((one) => one.agent === agent)
  const { board } = state.panes
  return row === undefined || board === null ? null : rowShown(board, row)
}

/** The agents on the board of the fleet; `null` where it is not open, or still empty. */
export function agentsOf({ panes: { board } }: HasPanes): readonly BoardRows['fleet'][] | null {
  if (board?.name !== 'fleet' || !board.known) return null
  return (board.tables[0]?.rows ?? []) as readonly BoardRows['fleet'][]
}
