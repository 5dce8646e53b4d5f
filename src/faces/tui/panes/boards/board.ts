import { type ChangeKind, changeKinds } from '../../../../domain/change-kind.ts'
import type { ShownDebate } from '../../../../values/debates-schema.ts'
import type { Effect } from '../../effect.ts'
import type {
  AgentDetails,
  Board,
  BoardName,
  BoardPage,
  ContextUses,
  LoadedBoard,
  TableState,
} from '../../model/board.ts'
import { type Reach, stepsOf } from '../../reach.ts'
import { reuse } from '../../reuse.ts'
import type { Size } from '../../source.ts'
import {
  type Browsing,
  type HasClock,
  type HasOverlay,
  type HasPanes,
  type State,
  uncovered,
  withPanes,
} from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { askHead } from '../inbox/refresh.ts'
import { agentPageLength } from './agent-page.ts'
import { boards, tableOf } from './boards.ts'
import { contextKnown, followContext } from './context.ts'
import { debatePageLength } from './debate-page.ts'
import { followRow, paneBeside, readAgain } from './follow-row.ts'
import { groupKey, linesOf, placeAfter, placeOf, stopFrom } from './lines.ts'
import { pulseAfter, wantsPulse } from './pulse.ts'
import { answered, boardRest, boardRows, keptPlace, rested, touched, windowOf } from './rows.ts'

/** The rows asked for at a time, and the most shown: a search finds older ones. */
const [portion, most] = [100, 1_000]
/** A terminal reports no changes. */
const [pageRest, besideRest, contextRest] = [4_000, 2_000, 10_000]

function pageRows({ rows }: Size): number {
  return Math.max(1, rows - 4)
}

const emptyTable = {
  count: 0,
  rows: [],
  more: false,
  wanted: portion,
  lines: [],
  selected: null,
  top: 0,
} as const

/** Opens a board over the panes, or in the place of another board. `isOver`: that one is shown again after it. */
export function openBoard<S extends HasPanes & HasOverlay & HasClock>(
  state: S,
  name: BoardName,
  only: string | null = null,
  isOver = false,
): Step<S> {
  const { board } = state.panes
  const opened: Board = {
    name,
    only,
    focus: 0,
    counts: {},
    known: false,
    loading: 'asked',
    tables: boards[name].tables.map((one) => ({ ...emptyTable, name: one })),
    filter: '',
    order: 0,
    folded: [],
    page: null,
    beside: null,
    context: { known: {}, asked: [], loading: false },
    pulse: { known: {}, at: null },
    under: board?.name === name ? board.under : isOver ? board : null,
    below: board === null ? state.panes.thread : board.below,
  }
  return ask({ ...withPanes(state, { board: opened }), overlay: { type: 'none' } })
}

/** Out of what is open, else of the filter, else of the board. */
export function leaveBoard(state: State, refresh: (state: State) => Step): Step {
  const { board } = state.panes
  if (board === null) return [state]
  if (board.page !== null)
    return andThen([withBoard(state, { page: null }), { type: 'cancel', name: 'agent-page' }], (next) =>
      followRow(state, next),
    )
  if (board.filter !== '') return [listed(state, { filter: '' })]
  if (board.under !== null) return comeBack(state, board.under)
  // Changes below the board are shown now.
  return refresh(uncovered(state))
}

/** What the board below asked for meanwhile was answered to nobody: its row, its terminal and its contexts are asked for again. */
function comeBack(state: State, under: Board): Step {
  const context = { ...under.context, asked: [], loading: false }
  const next = withPanes(state, { board: { ...under, context } })
  return andThen(andThen(followRow(state, next), ask), (asked) => [asked, ...pageEffects(under.page)])
}

function withBoard<S extends HasPanes>(state: S, change: Partial<Board>): S {
  const { board } = state.panes
  return board === null ? state : withPanes(state, { board: { ...board, ...change } })
}

/** Asks for the rows, and for the counts of the header with them. */
function ask<S extends HasPanes & HasClock>(state: S): Step<S> {
  const { board } = state.panes
  if (board === null) return [state]
  const { name, only } = board
  const wanted = board.tables.map((table) => table.wanted)
  const load: Effect = {
    type: 'load-board',
    name,
    wanted,
    ...(only !== null && { only }),
    ...(wantsPulse(board, state.clock.now) && { pulse: true }),
  }
  return andThen([withBoard(state, { loading: 'asked' }), load], askHead)
}

/** Something in the store may have changed: the rows are asked for if they show it, and the header is in any case. */
export function touchBoard<S extends Browsing & HasClock>(
  state: S,
  alters: readonly ChangeKind[] = changeKinds,
): Step<S> {
  const { board } = state.panes
  if (board === null) return [state]
  if (!boards[board.name].reads.some((kind) => alters.includes(kind))) return askHead(state)
  if (board.loading === 'no') return askAgain(state)
  // The header waits for no pause: new mail is counted at once.
  const next = withBoard(state, { loading: touched(board.loading) })
  return state.panes.roster.agents.length === 0 ? [next] : askHead(next)
}

/** The rest after a refresh is over. */
export function boardRested<S extends Browsing & HasClock>(state: S): Step<S> {
  const { board } = state.panes
  if (board === null) return [state]
  if (board.loading === 'again') return askAgain(state)
  return [withBoard(state, { loading: rested(board.loading) })]
}

function askAgain<S extends Browsing & HasClock>(state: S): Step<S> {
  const [next, ...effects] = andThen(ask(state), readAgain)
  return [next, ...effects, ...pageEffects(state.panes.board?.page ?? null)]
}

export function boardLoaded<S extends Browsing & HasClock>(state: S, loaded: LoadedBoard): Step<S> {
  const { board } = state.panes
  if (board === null || board.name !== loaded.name || board.only !== (loaded.only ?? null)) return [state]
  const tables = board.tables.map((table, at) => ({ ...table, ...loaded.tables[at] }))
  const counts = reuse(board.counts, loaded.counts)
  const pulse = pulseAfter(board.pulse, loaded, state.clock.now)
  const next = withBoard(state, { counts, pulse, known: true, loading: answered(board.loading) })
  const { again } = boards[board.name]
  return [
    ...followRow(state, listed(next, { tables })),
    { type: 'wait', name: 'board', milliseconds: boardRest(tables) },
    ...(again === undefined ? [] : [{ type: 'wait', name: 'stores', milliseconds: again(loaded) } as const]),
  ]
}

export function boardFailed<S extends Browsing>(state: S, problem: string): Step<S> {
  return say(withBoard(state, { loading: 'no' }), problem, 'problem')
}

/** Lists the rows again. The selected row stays selected, and at its place on the screen. */
function listed<S extends HasPanes>(
  state: S,
  change: Partial<Pick<Board, 'tables' | 'filter' | 'order' | 'folded'>>,
): S {
  const { board } = state.panes
  if (board === null) return state
  const next = { ...board, ...change }
  const tables = next.tables.map((table, at): TableState => {
    const lines = linesOf(tableOf(next, table), table.rows, next)
    const before = placeOf(board.tables[at] ?? table)
    const found = placeOf({ lines, selected: table.selected })
    const { place, top } = keptPlace({ before, at: found, top: table.top, length: lines.length })
    return { ...table, lines, selected: lines[stopFrom(lines, place)]?.key ?? null, top }
  })
  return withBoard(state, { ...next, tables })
}

export function focusedTable({ tables, focus }: Board): TableState {
  return tables[focus] ?? { ...emptyTable, name: '' }
}

/** The lines of a table that are on the screen, the selected one among them. */
export function tableWindow(table: Pick<TableState, 'lines' | 'selected' | 'top'>, size: Size) {
  return windowOf(table.lines, placeOf(table), table.top, boardRows(size))
}

/** To the table at the left or right, as far as there is one. */
export function moveTable<S extends Browsing>(state: S, direction: 1 | -1): Step<S> {
  const { board } = state.panes
  if (board === null) return [state]
  const focus = Math.min(Math.max(0, board.focus + direction), board.tables.length - 1)
  return followRow(state, withBoard(state, { focus }))
}

export function moveBoard<S extends Browsing & HasClock>(state: S, by: Reach, direction: 1 | -1): Step<S> {
  const { board } = state.panes
  if (board === null) return [state]
  if (board.page !== null) return movePage(state, board.page, by, direction)
  const { lines, selected } = focusedTable(board)
  const steps = stepsOf(by, direction, boardRows(state.session.size))
  return selectLine(state, board.focus, placeAfter(lines, Math.max(0, placeOf({ lines, selected })), steps))
}

/** Selects the line in a place of a table, and asks for more rows near the end of the loaded ones. */
export function selectLine<S extends Browsing & HasClock>(state: S, focus: number, place: number): Step<S> {
  const { board } = state.panes
  const table = board?.tables[focus]
  const line = table?.lines[place]
  if (board === null || table === undefined) return [state]
  if (line === undefined) return followRow(state, withBoard(state, { focus }))
  const { size } = state.session
  const shown = { ...table, selected: line.key, top: tableWindow(table, size).top }
  const isNearEnd =
    table.more && table.rows.length >= table.wanted && place >= table.lines.length - boardRows(size)
  const wanted = isNearEnd ? Math.min(most, table.wanted + portion) : table.wanted
  const top = place === 1 && table.lines[0]?.type === 'group' ? 0 : tableWindow(shown, size).top
  const tables = board.tables.with(focus, { ...shown, top, wanted })
  const next = followRow(state, withBoard(state, { tables, focus }))
  return wanted === table.wanted ? next : andThen(next, ask)
}

/** The next order of the table, from its first row. */
export function sortBoard<S extends Browsing>(state: S): Step<S> {
  const { board } = state.panes
  if (board === null) return [state]
  const { sort } = tableOf(board, focusedTable(board))
  return followRow(state, atTop(listed(state, { order: (board.order + 1) % sort.length })))
}

/** Why no group can be folded, or `true`. */
export function canFold({ panes: { board } }: HasPanes): true | string {
  if (board === null || tableOf(board, focusedTable(board)).group === undefined)
    return 'This board has no groups.'
  return board.order === 0 || 'Groups are shown only in the first sort order.'
}

/** The group of the selected row is folded to its heading, or unfolded again. */
export function foldGroup<S extends Browsing & HasClock>(state: S): Step<S> {
  const { board } = state.panes
  if (board === null) return [state]
  const table = focusedTable(board)
  const line = table.lines[placeOf(table)]
  const { group } = tableOf(board, table)
  if (line === undefined || group === undefined) return [state]
  const name = line.type === 'group' ? line.name : group.of(line.row)
  const isFolded = board.folded.includes(name)
  const folded = isFolded ? board.folded.filter((one) => one !== name) : [...board.folded, name]
  const next = listed(state, { folded })
  const { lines } = focusedTable(next.panes.board ?? board)
  const heading = lines.findIndex(({ key }) => key === groupKey(name))
  return andThen(followRow(state, next), (shown) =>
    selectLine(shown, board.focus, heading + (isFolded ? 1 : 0)),
  )
}

export function filterBoard<S extends HasPanes>(state: S, filter: string): S {
  return state.panes.board?.filter === filter ? state : atTop(listed(state, { filter }))
}

function atTop<S extends HasPanes>(state: S): S {
  const { board } = state.panes
  if (board === null) return state
  const tables = board.tables.map((table) => ({
    ...table,
    top: 0,
    selected: table.lines[stopFrom(table.lines, 0)]?.key ?? null,
  }))
  return withBoard(state, { tables })
}

export function openAgentPage<S extends Browsing>(state: S, agent: string): Step<S> {
  return openPage(state, { type: 'agent', agent, top: 0, details: null })
}

export function openDebatePage<S extends Browsing>(state: S, thread: string): Step<S> {
  return openPage(state, { type: 'debate', thread, top: 0, debate: null })
}

function openPage<S extends Browsing>(state: S, page: BoardPage): Step<S> {
  return andThen([withBoard(state, { page }), ...pageEffects(page)], followContext)
}

function pageEffects(page: BoardPage | null): readonly Effect[] {
  if (page === null) return []
  return page.type === 'agent'
    ? [{ type: 'load-agent', agent: page.agent }]
    : [{ type: 'load-debate', thread: page.thread }]
}

export function agentLoaded<S extends HasPanes>(state: S, agent: string, details: AgentDetails): Step<S> {
  const page = state.panes.board?.page ?? null
  if (page?.type !== 'agent' || page.agent !== agent) return [state]
  return [
    withBoard(state, { page: { ...page, details } }),
    { type: 'wait', name: 'agent-page', milliseconds: pageRest },
  ]
}

/** The terminal of an agent was read that a wide screen shows beside the table. */
export function paneLoaded<S extends Browsing>(state: S, agent: string, pane: AgentDetails['pane']): Step<S> {
  if (paneBeside(state) !== agent) return [state]
  return [
    withBoard(state, { beside: { agent, pane } }),
    { type: 'wait', name: 'agent-page', milliseconds: besideRest },
  ]
}

/** How much of their context agents have used was read; `null`: it could not be. */
export function contextLoaded<S extends Browsing>(
  state: S,
  agents: readonly string[],
  uses: ContextUses | null,
): Step<S> {
  const { board } = state.panes
  if (board === null || !board.context.loading) return [state]
  const known = uses === null ? board.context.known : contextKnown(board.context.known, agents, uses)
  const context = { ...board.context, known, loading: false }
  return andThen(
    [withBoard(state, { context }), { type: 'wait', name: 'context', milliseconds: contextRest }],
    followContext,
  )
}

/** The terminal of the open agent, or of the one beside the table, is read again. */
export function pageRested<S extends Browsing>(state: S): Step<S> {
  const page = state.panes.board?.page ?? null
  if (page !== null) return [state, ...(page.type === 'agent' ? pageEffects(page) : [])]
  const agent = paneBeside(state)
  return agent === null ? [state] : [state, { type: 'load-pane', agent }]
}

export function debateLoaded<S extends HasPanes>(state: S, debate: ShownDebate): Step<S> {
  const page = state.panes.board?.page ?? null
  if (page?.type !== 'debate' || page.thread !== debate.thread) return [state]
  return [withBoard(state, { page: { ...page, debate } })]
}

function movePage<S extends Browsing & HasClock>(
  state: S,
  page: BoardPage,
  by: Reach,
  direction: 1 | -1,
): Step<S> {
  const { size } = state.session
  const height = pageRows(size)
  const length = page.type === 'agent' ? agentPageLength(state, page) : debatePageLength(state, page)
  const last = Math.max(0, length - height)
  const top = Math.min(Math.max(0, Math.min(page.top, last) + stepsOf(by, direction, height)), last)
  return [withBoard(state, { page: { ...page, top } })]
}
