import type { ReactElement } from 'react'
import { type Selected, StyledLine } from '../../components/StyledLine.tsx'
import type { BoardRow } from '../../src/faces/tui/model/board.ts'
import { drawTable, markCells, type Table } from '../../src/faces/tui/panes/boards/table.ts'
import { fitLine } from '../../src/faces/tui/text/line.ts'
import { noon } from './tui-state.ts'

type RowProps = {
  readonly table: Table<BoardRow>
  readonly row: BoardRow
  readonly width: number
  readonly selected?: Selected
}

type HeadProps = Pick<RowProps, 'table' | 'width'> & { readonly rows?: readonly BoardRow[] }

/** One row of a table, as a board draws it. */
export function TableRow({ table, row, width, selected = 'no' }: RowProps): ReactElement {
  const cells = drawTable(table, [row], { now: noon, width }).cells(row)
  const line = fitLine([...markCells(selected !== 'no', table.look(row)), ...cells], width)
  return <StyledLine line={line} selected={selected} />
}

export function TableHeads({ table, rows = [], width }: HeadProps): ReactElement {
  return <StyledLine line={drawTable(table, rows, { now: noon, width }).heads} />
}
