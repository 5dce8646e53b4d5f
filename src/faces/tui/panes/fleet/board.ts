import { type FleetOrder, fleetOrders, matchesFleet, sortFleet } from '../../../../domain/fleet.ts'
import type { Values } from '../../../../values/schemas.ts'
import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import type { Effect } from '../../effect.ts'
import { type Reach, stepsOf } from '../../reach.ts'
import type { Size } from '../../source.ts'
import { type State, withPanes } from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { answered, boardRest, keptPlace, rested, touched, windowOf } from '../board-rows.ts'
import { askHead } from '../inbox/refresh.ts'
import type { AgentDetails, AgentPage, Board } from './board-state.ts'
import { pageLength } from './page-lines.ts'

const load: Effect = { type: 'load-fleet' }
/** A terminal reports no changes. */
const pageRest = 4_000

/** The header, the footer, the frame and the names of the columns take the other lines. */
function boardRows({ rows }: Size): number {
  return Math.max(1, rows - 5)
}

function pageRows({ rows }: Size): number {
  return Math.max(1, rows - 4)
}

export function openBoard(state: State): Step {
  const fleet: Board = {
    rows: [],
    counts: null,
    shown: [],
    order: 'state',
    filter: '',
    selected: null,
    top: 0,
    loading: 'asked',
    page: null,
  }
  return [{ ...withPanes(state, { fleet, work: null }), overlay: { type: 'none' } }, load]
}

/** Out of the agent's page, else of the filter, else of the board. */
export function leaveBoard(state: State, refresh: (state: State) => Step): Step {
  const { fleet } = state.panes
  if (fleet === null) return [state]
  if (fleet.page !== null) return [withBoard(state, { page: null }), { type: 'cancel', name: 'agent-page' }]
  if (fleet.filter !== '') return [listed(state, { filter: '' })]
  // Changes below the board are shown now.
  return refresh(withPanes(state, { fleet: null }))
}

function withBoard(state: State, change: Partial<Board>): State {
  const { fleet } = state.panes
  return fleet === null ? state : withPanes(state, { fleet: { ...fleet, ...change } })
}

/** Asks for the rows, and for the counts of the header with them. */
function ask(state: State): Step {
  return andThen([withBoard(state, { loading: 'asked' }), load], askHead)
}

/** Something in the store may have changed. */
export function touchBoard(state: State): Step {
  const { fleet } = state.panes
  if (fleet === null) return [state]
  if (fleet.loading === 'no') return ask(state)
  // The header waits for no rest: new mail is counted at once.
  const next = withBoard(state, { loading: touched(fleet.loading) })
  return state.panes.roster.agents.length === 0 ? [next] : askHead(next)
}

/** The rest after a refresh is over. */
export function boardRested(state: State): Step {
  const { fleet } = state.panes
  if (fleet === null) return [state]
  return fleet.loading === 'again'
    ? [...ask(state), ...pageEffects(fleet.page)]
    : [withBoard(state, { loading: rested(fleet.loading) })]
}

export function boardLoaded(state: State, { fleet: rows, counts }: Omit<Values['fleet'], 'next'>): Step {
  const { fleet } = state.panes
  if (fleet === null) return [state]
  return [
    listed(withBoard(state, { loading: answered(fleet.loading) }), { rows, counts }),
    { type: 'wait', name: 'fleet', milliseconds: boardRest },
  ]
}

export function boardFailed(state: State, problem: string): Step {
  return say(withBoard(state, { loading: 'no' }), problem, 'problem')
}

/** Lists the agents again; the selection stays on its agent, and at its place on the screen. */
function listed(state: State, change: Partial<Pick<Board, 'rows' | 'counts' | 'order' | 'filter'>>): State {
  const { fleet } = state.panes
  if (fleet === null) return state
  const next = { ...fleet, ...change }
  const filter = next.filter.trim()
  const found = filter === '' ? next.rows : next.rows.filter((row) => matchesFleet(row, filter))
  const shown = sortFleet(found, next.order)
  const at = placeOf({ shown, selected: fleet.selected })
  const { place, top } = keptPlace({ before: placeOf(fleet), at, top: fleet.top, length: shown.length })
  return withBoard(state, { ...next, shown, selected: shown[place]?.agent ?? fleet.selected, top })
}

export function placeOf({ shown, selected }: Pick<Board, 'shown' | 'selected'>): number {
  return shown.findIndex(({ agent }) => agent === selected)
}

/** The rows on the screen, the selected one among them. */
export function boardWindow(
  board: Pick<Board, 'shown' | 'selected' | 'top'>,
  size: Size,
): { readonly top: number; readonly rows: readonly FleetRowValue[] } {
  return windowOf(board.shown, placeOf(board), board.top, boardRows(size))
}

export function moveBoard(state: State, by: Reach, direction: 1 | -1): Step {
  const { fleet } = state.panes
  const { size } = state.session
  if (fleet === null) return [state]
  if (fleet.page !== null) return movePage(state, fleet.page, by, direction)
  const steps = stepsOf(by, direction, boardRows(size))
  const place = Math.min(Math.max(0, placeOf(fleet) + steps), fleet.shown.length - 1)
  return selectRow(state, place)
}

/** Selects the row in a place, and keeps the window where it is as long as the row is in it. */
export function selectRow(state: State, place: number): Step {
  const { fleet } = state.panes
  const row = fleet?.shown[place]
  if (fleet === null || row === undefined) return [state]
  const { top } = boardWindow(
    { ...fleet, selected: row.agent, top: boardWindow(fleet, state.session.size).top },
    state.session.size,
  )
  return [withBoard(state, { selected: row.agent, top })]
}

/** The next order of the board, from its first row. */
export function sortBoard(state: State): Step {
  const { fleet } = state.panes
  if (fleet === null) return [state]
  const order = fleetOrders[(fleetOrders.indexOf(fleet.order) + 1) % fleetOrders.length] ?? 'state'
  return [atTop(listed(state, { order }))]
}

export function filterBoard(state: State, filter: string): State {
  return state.panes.fleet?.filter === filter ? state : atTop(listed(state, { filter }))
}

function atTop(state: State): State {
  return withBoard(state, { top: 0, selected: state.panes.fleet?.shown[0]?.agent ?? null })
}

export const orderWords: Readonly<Record<FleetOrder, string>> = {
  state: 'state',
  name: 'name',
  seen: 'last seen',
  unread: 'unread',
  oldest: 'oldest unread',
  owed: 'owed',
  failed: 'failed today',
  lease: 'lease left',
}

/** The agent that the keys of the board are about. */
export function boardAgent({ panes: { fleet } }: Pick<State, 'panes'>): string | null {
  if (fleet === null) return null
  return fleet.page?.agent ?? (placeOf(fleet) === -1 ? null : fleet.selected)
}

export function rowOf({ rows }: Pick<Board, 'rows'>, agent: string): FleetRowValue | null {
  return rows.find((row) => row.agent === agent) ?? null
}

export function openPage(state: State): Step {
  const agent = boardAgent(state)
  if (agent === null) return [state]
  const page: AgentPage = { agent, top: 0, details: null }
  return [withBoard(state, { page }), { type: 'load-agent', agent }]
}

function pageEffects(page: AgentPage | null): readonly Effect[] {
  return page === null ? [] : [{ type: 'load-agent', agent: page.agent }]
}

export function pageLoaded(state: State, agent: string, details: AgentDetails): Step {
  const page = state.panes.fleet?.page ?? null
  if (page === null || page.agent !== agent) return [state]
  return [
    withBoard(state, { page: { ...page, details } }),
    { type: 'wait', name: 'agent-page', milliseconds: pageRest },
  ]
}

/** Its pane is looked at again while somebody looks at the page. */
export function pageRested(state: State): Step {
  return [state, ...pageEffects(state.panes.fleet?.page ?? null)]
}

function movePage(state: State, page: AgentPage, by: Reach, direction: 1 | -1): Step {
  const { size } = state.session
  const height = pageRows(size)
  const last = Math.max(0, pageLength(state, page) - height)
  const top = Math.min(Math.max(0, Math.min(page.top, last) + stepsOf(by, direction, height)), last)
  return [withBoard(state, { page: { ...page, top } })]
}
