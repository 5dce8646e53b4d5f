import { sanitizeLine } from '../../../domain/sanitize.ts'
import { grouped } from '../../present.ts'
import { type DebateCells, debateCells } from '../panes/work/debate-cells.ts'
import { debateLines } from '../panes/work/debate-page.ts'
import { type TaskCells, taskCells } from '../panes/work/task-cells.ts'
import { columnWindow, focusedColumn, workRows } from '../panes/work/work.ts'
import type { DebatePage, Work, WorkColumn, WorkRow, WorkView } from '../panes/work/work-state.ts'
import type { State } from '../state.ts'
import { type Line, span, word } from '../text/line.ts'

export type WorkCells =
  | ({ readonly type: 'debate'; readonly key: string } & DebateCells)
  | ({ readonly type: 'task'; readonly key: string } & TaskCells)

/** The data of a board of work. */
export type WorkBoardView = {
  readonly view: BoardOfRows
  readonly title: Line
  readonly note: Line
  readonly position: Line
  /** The reason for an empty list. */
  readonly empty: string | null
  readonly rows: readonly WorkCells[]
  readonly selected: string | null
}

/** Queues are drawn in columns. */
type BoardOfRows = Exclude<WorkView, 'queues'>

const titles: Readonly<Record<BoardOfRows, string>> = { debates: 'Debates', tasks: 'Tasks' }
const nothing: Readonly<Record<BoardOfRows, string>> = {
  debates: 'No debate is open, and none was decided in the last day.',
  tasks: 'No tasks. A message with a task name begins one.',
}

export function workView(
  { session: { size }, clock: { now } }: State,
  work: Work,
  view: BoardOfRows,
): WorkBoardView {
  const column = focusedColumn(work)
  const { top, rows } = columnWindow(column, workRows(size))
  return {
    view,
    title: [word(titles[view], 'section')],
    note: work.note === '' ? [] : [word(work.note, 'dim')],
    position: positionOf(column, top, rows.length),
    empty: column.rows.length > 0 ? null : work.known ? nothing[view] : 'loading …',
    rows: rows.flatMap((row) => cellsOf(row, now)),
    selected: column.selected,
  }
}

export function positionOf({ rows, count, more }: WorkColumn, top: number, shown: number): Line {
  if (rows.length === 0) return []
  const all = `${grouped(Math.max(count, rows.length))}`
  return [word(`${top + 1}–${top + shown} of ${all}${more && count <= rows.length ? '+' : ''}`, 'dim')]
}

function cellsOf(row: WorkRow, now: number): readonly WorkCells[] {
  const { key } = row
  switch (row.type) {
    case 'task':
      return [{ type: 'task', key, ...taskCells(row.task, now) }]
    case 'debate':
      return [{ type: 'debate', key, ...debateCells(row.debate, now) }]
    case 'item':
      return []
  }
}

/** The data of an open debate. */
export type DebateView = { readonly title: Line; readonly lines: readonly Line[]; readonly top: number }

export function debateView({ session: { size }, clock: { now } }: State, page: DebatePage): DebateView {
  const topic = page.debate?.topic ?? ''
  return {
    title: [word('Debate ', 'section'), span(sanitizeLine(topic), 'section')],
    lines: debateLines(page.debate, size.columns - 4, now),
    top: page.top,
  }
}
