import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import type { ContextState, ContextUses } from '../../model/board.ts'
import { reuse } from '../../reuse.ts'
import { type Browsing, withPanes } from '../../state.ts'
import type { Step } from '../../step.ts'
import { placeOf } from './lines.ts'
import { boardRows, windowOf } from './rows.ts'

/** Asks about agents that came onto the screen. One question runs at a time: files may be slow. */
export function followContext<S extends Browsing>(state: S): Step<S> {
  const { context } = state.panes.board ?? {}
  if (context === undefined || context.loading) return [state]
  const isNew = agentsShown(state).some((agent) => !context.asked.includes(agent))
  return isNew ? askContext(state) : [state]
}

/** The pause after an answer is over. */
export function contextRested<S extends Browsing>(state: S): Step<S> {
  return state.panes.board?.context.loading === false ? askContext(state) : [state]
}

function askContext<S extends Browsing>(state: S): Step<S> {
  const { board } = state.panes
  const agents = agentsShown(state)
  if (board === null || agents.length === 0) return [state]
  const context: ContextState = { ...board.context, asked: agents, loading: true }
  return [withPanes(state, { board: { ...board, context } }), { type: 'load-context', agents }]
}

/** The agents on the screen that have a session. */
function agentsShown({ panes: { board }, session: { size } }: Browsing): readonly string[] {
  const [table] = board?.tables ?? []
  if (board?.name !== 'fleet' || table === undefined) return []
  if (board.page !== null) return board.page.type === 'agent' ? [board.page.agent] : []
  const { rows } = windowOf(table.lines, placeOf(table), table.top, boardRows(size))
  return rows.flatMap((line) => {
    const row = line.type === 'row' ? (line.row as FleetRowValue) : null
    return row === null || row.session === null ? [] : [row.agent]
  })
}

/** What is known after an answer: an agent that is not in it has nothing any more. */
export function contextKnown(before: ContextUses, agents: readonly string[], uses: ContextUses): ContextUses {
  const others = Object.entries(before).filter(([agent]) => !agents.includes(agent))
  return reuse(before, { ...Object.fromEntries(others), ...uses })
}
