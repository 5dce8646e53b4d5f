import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { type ItemCells, itemColumns, itemLooks } from '../src/faces/tui/panes/work/item-cells.ts'
import { fitLine, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { cellLine, markCells, numberLine } from './cells.ts'
import { type Selected, StyledLine } from './StyledLine.tsx'

type QueueRowProps = ItemCells & { readonly width: number; readonly selected: Selected }

/** One item of a queue. All it is told are texts, so it is drawn only when one of them changes. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps): ReactElement {
  return <StyledLine line={fitLine(rowLine(props), props.width)} selected={props.selected} />
})

function rowLine({ state, title, queue, told, time, width, selected }: QueueRowProps): Line {
  const columns = itemColumns(width, state)
  const [place, words] = [sanitizeLine(queue), sanitizeLine(told)]
  return [
    ...markCells(selected, itemLooks[state]),
    ...cellLine([span(sanitizeLine(title), 'bold')], columns.title),
    ...cellLine([span(place, 'dim')], columns.queue),
    ...cellLine([span(words)], columns.told),
    ...numberLine(time, columns.time, 'dim'),
  ]
}

type QueueHeadsProps = { readonly state: ItemCells['state']; readonly width: number }

/** The names of the cells, above the rows. */
export const QueueHeads = memo(function QueueHeads({ state, width }: QueueHeadsProps): ReactElement {
  const columns = itemColumns(width, state)
  const heads: Line = [
    word('    '),
    ...cellLine([word('subject', 'dim')], columns.title),
    ...cellLine([word('queue', 'dim')], columns.queue),
    ...cellLine([word(toldHead(state, columns.told), 'dim')], columns.told),
    ...numberLine(state === 'processing' ? 'left' : 'age', columns.time, 'dim'),
  ]
  return <StyledLine line={fitLine(heads, width)} />
})

function toldHead(state: ItemCells['state'], width: number): string {
  const claimed = 'claimed by'
  if (state !== 'processing') return 'tried'
  return width > claimed.length ? claimed : 'by'
}
