import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { type DebateCells, debateColumns, verdictLooks } from '../src/faces/tui/panes/work/debate-cells.ts'
import { fitLine, type Line, type Look, span, word } from '../src/faces/tui/text/line.ts'
import { cellLine, markCells, numberLine } from './cells.ts'
import { type Selected, StyledLine } from './StyledLine.tsx'

type DebateRowProps = DebateCells & { readonly width: number; readonly selected: Selected }

/** One debate on the board. All it is told are texts, so it is drawn only when one of them changes. */
export const DebateRow = memo(function DebateRow(props: DebateRowProps): ReactElement {
  return <StyledLine line={fitLine(rowLine(props), props.width)} selected={props.selected} />
})

function rowLine({
  verdict,
  topic,
  decision,
  participants,
  rounds,
  opened,
  last,
  ...row
}: DebateRowProps): Line {
  const columns = debateColumns(row.width)
  const state = verdictLooks[verdict]
  const quiet: Look = verdict === 'consensus' ? 'dim' : 'plain'
  const outcome: Line = decision === '' ? [] : [word(' · ', 'dim'), span(sanitizeLine(decision), 'good')]
  const about: Line = [span(sanitizeLine(topic), verdict === 'consensus' ? 'plain' : 'bold'), ...outcome]
  return [
    ...markCells(row.selected, state),
    ...cellLine([word(state.word, state.look)], columns.state),
    ...cellLine(about, columns.topic),
    ...cellLine([span(sanitizeLine(participants), quiet)], columns.participants),
    ...numberLine(rounds, columns.rounds, quiet),
    ...numberLine(opened, columns.opened, 'dim'),
    ...numberLine(last, columns.last, 'dim'),
  ]
}

/** The names of the columns, above the rows. */
export const DebateHeads = memo(function DebateHeads({ width }: { readonly width: number }): ReactElement {
  const columns = debateColumns(width)
  const heads: Line = [
    word('    '),
    ...cellLine([word('state', 'dim')], columns.state),
    ...cellLine([word('topic', 'dim')], columns.topic),
    ...cellLine([word('participants', 'dim')], columns.participants),
    ...numberLine('rounds', columns.rounds, 'dim'),
    ...numberLine('opened', columns.opened, 'dim'),
    ...numberLine('last', columns.last, 'dim'),
  ]
  return <StyledLine line={fitLine(heads, width)} />
})
