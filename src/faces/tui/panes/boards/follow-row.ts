import type { ThreadName } from '../../effect.ts'
import type { Board, BoardName, BoardRow, BoardRows } from '../../model/board.ts'
import { type Browsing, type HasPanes, withPanes } from '../../state.ts'
import { andThen, type Step } from '../../step.ts'
import { askThread } from '../inbox/loads.ts'
import { tableOf } from './boards.ts'
import { followContext } from './context.ts'
import { placeOf } from './lines.ts'
import { rowShown } from './row-shown.ts'
import { type About, besideWidth } from './table.ts'

/**
 * What the selected row leads to is asked for: its message, and the terminal of an agent where a wide screen shows it. So is the
 * context of rows that came onto the screen with it.
 */
export function followRow<S extends Browsing>(before: S, state: S): Step<S> {
  return andThen(
    andThen(followMessage(before, state), (next) => followPane(before, next)),
    followContext,
  )
}

/** The agent whose terminal stands beside the table; `null` without room, or without a pane. */
export function paneBeside(state: Browsing): string | null {
  const row = rowOn(state, 'fleet')
  const hasRoom = besideWidth('fleet', state.session.size.columns) > 0
  return row === null || row.pane === null || !hasRoom ? null : row.agent
}

function followPane<S extends Browsing>(before: S, state: S): Step<S> {
  const { board } = state.panes
  const agent = paneBeside(state)
  if (board === null || agent === null || agent === paneBeside(before)) return [state]
  return [
    withPanes(state, { board: { ...board, beside: { agent, pane: null } } }),
    { type: 'load-pane', agent },
  ]
}

/** The thread of the message that the selected row stands for: the keys of a message need it. */
function followMessage<S extends Browsing>(before: S, state: S): Step<S> {
  const [was, is] = [boardMessage(before), boardMessage(state)]
  if (is === null || (was?.message === is.message && was.of === is.of)) return [state]
  return askThread(state, is, [])
}

/** The same again: what the keys of a message go by may have been changed. */
export function readAgain<S extends Browsing>(state: S): Step<S> {
  const is = boardMessage(state)
  return is === null ? [state] : askThread(state, is, [])
}

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
