import { sanitizeLine } from '../../../domain/sanitize.ts'
import { grouped } from '../../present.ts'
import { bar } from '../../present-chart.ts'
import { marks } from '../../present-glyphs.ts'
import type { Board, DebatePage, TableLine, TableState } from '../model/board.ts'
import { besideLines } from '../panes/boards/agent-page.ts'
import { tableWindow } from '../panes/boards/board.ts'
import { boards, boardTitle, tableOf, tableTitle } from '../panes/boards/boards.ts'
import { debateLines } from '../panes/boards/debate-page.ts'
import { boardMessage, rowOf, rowOn } from '../panes/boards/follow-row.ts'
import { rowShown } from '../panes/boards/row-shown.ts'
import { besideWidth, drawTable, markCells, tablePlaces } from '../panes/boards/table.ts'
import { taskLines } from '../panes/boards/tasks.ts'
import { type Browsing, type HasClock, type HasSession, type State, withPanes } from '../state.ts'
import { fitLine, type Line, span, word } from '../text/line.ts'
import { type ThreadView, threadView } from './thread-view.ts'

/** A row as it is drawn. */
export type TableRowView = {
  readonly key: string
  readonly line: Line
  readonly selected: 'here' | 'elsewhere' | 'no'
}

/** The data of one table of a board. */
export type TableView = {
  readonly name: string
  readonly width: number
  readonly focused: boolean
  readonly title: Line
  readonly note: Line
  readonly news: Line
  readonly position: Line
  readonly heads: Line
  /** The reason for an empty table. */
  readonly empty: string | null
  readonly rows: readonly TableRowView[]
}

/** The rows as they were drawn last: a row that looks the same is the same value, and is not drawn again. */
let drawn: ReadonlyMap<string, TableRowView> = new Map()

/** The tables of a board that are on the screen, from left to right. */
export function boardView(state: HasSession & HasClock, board: Board, columns: number): readonly TableView[] {
  const places = tablePlaces(board.tables.length, board.focus, columns)
  const views = places.flatMap(({ at, width }): readonly TableView[] => {
    const table = board.tables[at]
    return table === undefined
      ? []
      : [tableView(state, board, table, { at, width, beside: places.length > 1 })]
  })
  drawn = new Map(views.flatMap(({ name, rows }) => rows.map((row) => [`${name} ${row.key}`, row] as const)))
  return views
}

type Place = { readonly at: number; readonly width: number; readonly beside: boolean }

function tableView(
  state: HasSession & HasClock,
  board: Board,
  table: TableState,
  { at, width, beside }: Place,
): TableView {
  const { size } = state.session
  const focused = at === board.focus
  const described = tableOf(board, table)
  const { top, rows: listed } = tableWindow(table, size)
  const rows = listed.map((line) =>
    line.type === 'row' ? { ...line, row: rowShown(board, line.row) } : line,
  )
  const inside = width - 2
  const there = rows.flatMap((line) => (line.type === 'row' ? [line.row] : []))
  const { heads, cells } = drawTable(
    described,
    there,
    { now: state.clock.now, width: inside },
    described.sort[board.order],
  )
  const lineOf = (line: TableLine, selected: TableRowView['selected']): Line =>
    line.type === 'group'
      ? groupLine(line, selected)
      : [...markCells(selected !== 'no', described.look(line.row)), ...cells(line.row)]
  const note = noteOf(board, table)
  const isColumn = board.tables.length > 1
  return {
    name: table.name,
    width,
    focused,
    title: !isColumn
      ? boardTitle(board, width)
      : beside
        ? [...columnTitle(table, focused), ...depthBar(board, table, width)]
        : board.tables.flatMap((one, place) => [
            ...(place === 0 ? [] : [word(' · ', 'dim')]),
            ...columnTitle(one, place === board.focus),
          ]),
    note: isColumn ? [] : note,
    news: isColumn && (at === 0 || !beside) ? note : [],
    position: positionOf(board, table, top, rows),
    heads,
    empty: emptyText(board, table),
    rows: rows.map((line) => {
      const selected = line.key !== table.selected ? 'no' : focused ? 'here' : 'elsewhere'
      return kept(table.name, { key: line.key, selected, line: fitLine(lineOf(line, selected), inside) })
    }),
  }
}

function columnTitle({ name, count }: TableState, focused: boolean): Line {
  return [word(tableTitle(name), focused ? 'section' : 'dim'), word(` ${grouped(count)}`, 'dim')]
}

/** How deep a column is beside the deepest. */
function depthBar({ tables }: Board, { name, count }: TableState, width: number): Line {
  const room = Math.min(24, width - 22)
  const deepest = Math.max(...tables.map((table) => table.count))
  if (room < 4 || count === 0) return []
  return [word(` ${bar(count, deepest, room)}`, name === 'failed' ? 'urgent' : 'accent')]
}

/** The filter, the counts, and the order where it is not that of the board. */
function noteOf(board: Board, table: TableState): Line {
  const { filter, order } = board
  const counts = boards[board.name].note(board)
  const by = tableOf(board, table).sort[order]?.name ?? ''
  const parts: readonly Line[] = [
    ...(filter === '' ? [] : [[word('/', 'accent'), span(sanitizeLine(filter), 'accent')]]),
    ...(counts === '' ? [] : [[word(counts, 'dim')]]),
    ...(order === 0 && counts !== '' ? [] : [[word(`by ${by}`, 'dim')]]),
  ]
  return parts.flatMap((part, at) => (at === 0 ? part : [word(' · ', 'dim'), ...part]))
}

function positionOf(board: Board, table: TableState, top: number, shown: readonly TableLine[]): Line {
  const { lines, count, rows, more } = table
  const rowsIn = (some: readonly TableLine[]) => some.filter(({ type }) => type === 'row').length
  const here = rowsIn(shown)
  if (here === 0) return []
  const first = rowsIn(lines.slice(0, top)) + 1
  const isAll = board.filter === ''
  const all = isAll ? Math.max(count, rows.length) : rowsIn(lines)
  return [
    word(
      `${first}–${first + here - 1} of ${grouped(all)}${isAll && more && count <= rows.length ? '+' : ''}`,
      'dim',
    ),
  ]
}

function emptyText(board: Board, table: TableState): string | null {
  if (table.lines.length > 0) return null
  if (!board.known) return 'loading …'
  return board.filter === '' || table.rows.length === 0
    ? tableOf(board, table).empty
    : 'Nothing matches the filter.'
}

function groupLine(
  { name, count, folded }: Extract<TableLine, { type: 'group' }>,
  selected: TableRowView['selected'],
): Line {
  return [
    word(selected === 'no' ? '  ' : `${marks.here} `, 'accent'),
    word(`${folded ? marks.folded : marks.unfolded} ${name}`, 'section'),
    word(` ${grouped(count)}`, 'dim'),
  ]
}

function kept(table: string, view: TableRowView): TableRowView {
  const before = drawn.get(`${table} ${view.key}`)
  const isSame = before !== undefined && before.selected === view.selected && sameLine(before.line, view.line)
  return isSame ? before : view
}

function sameLine(one: Line, other: Line): boolean {
  return (
    one.length === other.length &&
    one.every((piece, at) => piece.text === other[at]?.text && piece.style === other[at]?.style)
  )
}

/** What the selected row or the open page is about, beside it on a wide screen; `null` without room. */
export type BesideView = { readonly width: number } & (
  | { readonly type: 'lines'; readonly title: Line; readonly lines: readonly Line[] }
  | { readonly type: 'thread'; readonly view: ThreadView }
)

export function besideView(state: State, board: Board): BesideView | null {
  const width = besideWidth(board.name, state.session.size.columns)
  if (width === 0) return null
  switch (board.name) {
    case 'fleet':
      return { type: 'lines', width, ...agentBeside(state, board, width - 4) }
    case 'tasks': {
      const row = rowOn(state, 'tasks')
      const lines = row === null ? [] : taskLines(row, { width: width - 4, now: state.clock.now })
      return { type: 'lines', width, title: [word('Task', 'section')], lines }
    }
    case 'debates':
    case 'queues':
    case 'timeline':
      return { type: 'thread', width, view: threadView(threadBeside(state), width - 2) }
    case 'stores':
    case 'all-attention':
      return null
  }
}

/** An agent with its terminal: that of the open page, else of the selected row. */
function agentBeside(
  state: Browsing & HasClock,
  { page, beside }: Board,
  width: number,
): { readonly title: Line; readonly lines: readonly Line[] } {
  const isPage = page?.type === 'agent'
  const row = isPage ? rowOf(state, page.agent) : rowOn(state, 'fleet')
  if (row === null) return { title: [], lines: [] }
  const known = beside?.agent === row.agent ? beside.pane : null
  const pane = isPage ? (page.details?.pane ?? known) : known
  const room = { rows: state.session.size.rows - 4, size: width, now: state.clock.now }
  return { title: [span(sanitizeLine(row.agent), 'section')], lines: besideLines(room, row, pane) }
}

/** The thread of the row, once it is there; the keys belong to the board. */
function threadBeside(state: State): State {
  const { thread, list } = state.panes
  const message = boardMessage(state)?.message
  const isThere = thread?.messages.some(({ id }) => id === message) === true
  return withPanes(state, {
    focus: 'inbox',
    thread: isThere ? thread : null,
    list: { ...list, loading: message !== undefined },
  })
}

/** The data of an open debate. */
export type DebateView = { readonly title: Line; readonly lines: readonly Line[]; readonly top: number }

export function debateView(
  { session: { size }, clock: { now } }: HasSession & HasClock,
  page: DebatePage,
): DebateView {
  const topic = page.debate?.topic ?? ''
  return {
    title: [word('Debate ', 'section'), span(sanitizeLine(topic), 'section')],
    lines: debateLines(page.debate, size.columns - besideWidth('debates', size.columns) - 4, now),
    top: page.top,
  }
}
