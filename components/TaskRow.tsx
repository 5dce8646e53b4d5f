import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { type TaskCells, taskColumns, taskLooks } from '../src/faces/tui/panes/work/task-cells.ts'
import { fitLine, type Line, type Look, span, word } from '../src/faces/tui/text/line.ts'
import { cellLine, markCells, numberLine } from './cells.ts'
import { type Selected, StyledLine } from './StyledLine.tsx'

type TaskRowProps = TaskCells & { readonly width: number; readonly selected: Selected }

/** One task on the board. All it is told are texts, so it is drawn only when one of them changes. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps): ReactElement {
  return <StyledLine line={fitLine(rowLine(props), props.width)} selected={props.selected} />
})

function rowLine({ status, title, owner, id, messages, started, last, ...row }: TaskRowProps): Line {
  const columns = taskColumns(row.width)
  const state = taskLooks[status]
  const quiet: Look = status === 'completed' ? 'dim' : 'plain'
  return [
    ...markCells(row.selected, state),
    ...cellLine([word(state.word, state.look)], columns.state),
    ...cellLine([span(sanitizeLine(title), status === 'completed' ? 'plain' : 'bold')], columns.title),
    ...cellLine([span(sanitizeLine(id), 'dim')], columns.id),
    ...cellLine([span(sanitizeLine(owner), quiet)], columns.owner),
    ...numberLine(messages, columns.messages, quiet),
    ...numberLine(started, columns.started, 'dim'),
    ...numberLine(last, columns.last, 'dim'),
  ]
}

/** The names of the columns, above the rows. */
export const TaskHeads = memo(function TaskHeads({ width }: { readonly width: number }): ReactElement {
  const columns = taskColumns(width)
  const heads: Line = [
    word('    '),
    ...cellLine([word('state', 'dim')], columns.state),
    ...cellLine([word('title', 'dim')], columns.title),
    ...cellLine([word('task', 'dim')], columns.id),
    ...cellLine([word('owner', 'dim')], columns.owner),
    ...numberLine('messages', columns.messages, 'dim'),
    ...numberLine('age', columns.started, 'dim'),
    ...numberLine('last', columns.last, 'dim'),
  ]
  return <StyledLine line={fitLine(heads, width)} />
})
