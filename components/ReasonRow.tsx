import { memo, type ReactElement } from 'react'
import { reasonLine } from '../src/faces/tui/panes/inbox/trouble.ts'
import type { RowView } from '../src/faces/tui/views/row-view.ts'
import { fitted, type ListedRow, markOf } from './row.ts'
import { StyledLine } from './StyledLine.tsx'

type ReasonRowProps = ListedRow & Omit<Extract<RowView, { type: 'reason' }>, 'type'>

/** The heading of a reason: how many rows it has, from how many agents, and the key that lists them all. */
export const ReasonRow = memo(function ReasonRow(props: ReasonRowProps): ReactElement {
  const { row, open, width, selected } = props
  return (
    <StyledLine
      line={fitted(reasonLine(row, { mark: markOf(props), open }, width), props)}
      selected={selected}
    />
  )
})
