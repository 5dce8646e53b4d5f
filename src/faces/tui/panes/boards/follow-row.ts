import { type Browsing, withPanes } from '../../state.ts'
import { andThen, type Step } from '../../step.ts'
import { askThread } from '../inbox/loads.ts'
import { boardMessage, rowOn } from './about.ts'
import { followContext } from './context.ts'
import { besideWidth } from './table-places.ts'

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
