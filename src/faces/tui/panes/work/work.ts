import { queueColumns } from '../../../../domain/queue.ts'
import type { ShownDebate } from '../../../../values/debates-schema.ts'
import type { Effect } from '../../effect.ts'
import { type Reach, stepsOf } from '../../reach.ts'
import type { Size } from '../../source.ts'
import { type State, withPanes } from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { answered, boardRest, keptPlace, rested, touched, windowOf } from '../board-rows.ts'
import { askRoster } from '../inbox/refresh.ts'
import { movePage, pageEffects } from './debate-page.ts'
import type { LoadedColumn, LoadedWork, Work, WorkColumn, WorkRow, WorkView } from './work-state.ts'

/** The rows asked for at a time, and the most shown: a search finds older ones. */
const [portion, most] = [100, 1_000]

/** The header, the footer, the frame and the names of the columns take the other lines. */
export function workRows({ rows }: Size): number {
  return Math.max(1, rows - 5)
}

export function openWork(state: State, view: WorkView, only: string | null = null): Step {
  const work: Work = {
    view,
    only,
    columns: view === 'queues' ? queueColumns.map((name) => ({ ...emptyColumn, name })) : [emptyColumn],
    focus: 0,
    note: '',
    known: false,
    loading: 'asked',
    page: null,
  }
  return ask({ ...withPanes(state, { fleet: null, work }), overlay: { type: 'none' } })
}

const emptyColumn: WorkColumn = {
  ...{ name: '', count: 0, rows: [], more: false },
  ...{ wanted: portion, selected: null, top: 0 },
}

/** Out of what is open, else of the board. */
export function leaveWork(state: State, refresh: (state: State) => Step): Step {
  const { work } = state.panes
  if (work === null) return [state]
  if (work.page !== null) return [withWork(state, { page: null })]
  // Shows changes that came while the board covered the list.
  return refresh(withPanes(state, { work: null }))
}

function withWork(state: State, change: Partial<Work>): State {
  const { work } = state.panes
  return work === null ? state : withPanes(state, { work: { ...work, ...change } })
}

/** Asks for the rows, and for the counts of the header with them. */
function ask(state: State): Step {
  const { work } = state.panes
  if (work === null) return [state]
  const wanted = work.columns.map((column) => column.wanted)
  const { view, only } = work
  const load: Effect = { type: 'load-work', view, ...(only !== null && { only }), wanted }
  return andThen([withWork(state, { loading: 'asked' }), load, ...pageEffects(work.page)], askRoster)
}

/** Something in the store may have changed. */
export function touchWork(state: State): Step {
  const { work } = state.panes
  if (work === null) return [state]
  return work.loading === 'no' ? ask(state) : [withWork(state, { loading: touched(work.loading) })]
}

/** The rest after a refresh is over. */
export function workRested(state: State): Step {
  const { work } = state.panes
  if (work === null) return [state]
  if (work.loading === 'again') return ask(state)
  return [withWork(state, { loading: rested(work.loading) })]
}

export function workLoaded(state: State, loaded: LoadedWork): Step {
  const { work } = state.panes
  if (work === null || work.view !== loaded.view || work.only !== (loaded.only ?? null)) return [state]
  const columns = loaded.columns.map((column, at) => filled(work.columns[at] ?? emptyColumn, column))
  const next = withWork(state, {
    columns,
    note: loaded.note,
    known: true,
    focus: Math.min(work.focus, columns.length - 1),
    loading: answered(work.loading),
  })
  return [next, { type: 'wait', name: 'work', milliseconds: boardRest }]
}

/** Opens the debate of the selected row. */
export function openDebate(state: State, thread: string): Step {
  const page = { thread, top: 0, debate: null }
  return [withWork(state, { page }), ...pageEffects(page)]
}

export function debateLoaded(state: State, debate: ShownDebate): Step {
  const page = state.panes.work?.page ?? null
  return page === null || page.thread !== debate.thread
    ? [state]
    : [withWork(state, { page: { ...page, debate } })]
}

export function workFailed(state: State, problem: string): Step {
  return say(withWork(state, { loading: 'no' }), problem, 'problem')
}

/** Puts loaded rows into a column. The selected row stays selected, in its place on the screen. */
function filled(before: WorkColumn, loaded: LoadedColumn): WorkColumn {
  const at = placeOf({ rows: loaded.rows, selected: before.selected })
  const places = { before: placeOf(before), at, top: before.top, length: loaded.rows.length }
  const { place, top } = keptPlace(places)
  return { ...before, ...loaded, selected: loaded.rows[place]?.key ?? null, top }
}

export function placeOf({ rows, selected }: Pick<WorkColumn, 'rows' | 'selected'>): number {
  return rows.findIndex(({ key }) => key === selected)
}

/** The rows of a column that are on the screen, the selected one among them. */
export function columnWindow(
  column: Pick<WorkColumn, 'rows' | 'selected' | 'top'>,
  height: number,
): { readonly top: number; readonly rows: readonly WorkRow[] } {
  return windowOf(column.rows, placeOf(column), column.top, height)
}

export function focusedColumn(work: Work): WorkColumn {
  return work.columns[work.focus] ?? emptyColumn
}

/** The row that the keys of the board are about. */
export function workRow({ panes: { work } }: Pick<State, 'panes'>): WorkRow | null {
  if (work === null || work.page !== null) return null
  const column = focusedColumn(work)
  return column.rows[placeOf(column)] ?? null
}

/** To the column at the left or right, as far as there is one. */
export function moveColumn(state: State, direction: 1 | -1): Step {
  const { work } = state.panes
  if (work === null) return [state]
  const focus = Math.min(Math.max(0, work.focus + direction), work.columns.length - 1)
  return [withWork(state, { focus })]
}

export function moveWork(state: State, by: Reach, direction: 1 | -1): Step {
  const { work } = state.panes
  if (work === null) return [state]
  if (work.page !== null) return [withWork(state, { page: movePage(state, work.page, by, direction) })]
  const column = focusedColumn(work)
  const steps = stepsOf(by, direction, workRows(state.session.size))
  const place = Math.min(Math.max(0, placeOf(column) + steps), column.rows.length - 1)
  return selectWork(state, work.focus, place)
}

/** Selects the row in a place of a column, and asks for more rows near the end of what is loaded. */
export function selectWork(state: State, focus: number, place: number): Step {
  const { work } = state.panes
  const column = work?.columns[focus]
  const row = column?.rows[place]
  if (work === null || column === undefined) return [state]
  if (row === undefined) return [withWork(state, { focus })]
  const height = workRows(state.session.size)
  const { top } = columnWindow(
    { ...column, top: columnWindow(column, height).top, selected: row.key },
    height,
  )
  const wanted = nearEnd(column, place, height) ? Math.min(most, column.wanted + portion) : column.wanted
  const columns = work.columns.with(focus, { ...column, selected: row.key, top, wanted })
  const next = withWork(state, { columns, focus })
  return wanted === column.wanted ? [next] : ask(next)
}

function nearEnd({ rows, more, wanted }: WorkColumn, place: number, height: number): boolean {
  return more && rows.length >= wanted && place >= rows.length - height
}
