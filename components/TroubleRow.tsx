import { memo, type ReactElement } from 'react'
import { troubleLine } from '../src/faces/tui/panes/inbox/trouble.ts'
import type { RowView } from '../src/faces/tui/views/row-view.ts'
import { fitted, type ListedRow, markOf } from './row.ts'
import { StyledLine } from './StyledLine.tsx'

type TroubleRowProps = ListedRow & Omit<Extract<RowView, { type: 'trouble' }>, 'type'>

/** A problem for a person: who or what, the reason, and the key for it. */
export const TroubleRow = memo(function TroubleRow(props: TroubleRowProps): ReactElement {
  const { row, remedy, age, due, width, selected } = props
  const line = troubleLine(row, { mark: markOf(props), remedy, age, due }, width)
  return <StyledLine line={fitted(line, props)} selected={selected} />
})
