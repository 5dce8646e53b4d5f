import { memo, type ReactElement } from 'react'
import { type Troubled, troubleLine } from '../src/faces/tui/panes/inbox/trouble.ts'
import { fitted, type ListedRow, markOf } from './row.ts'
import { StyledLine } from './StyledLine.tsx'

type TroubleRowProps = ListedRow & {
  readonly row: Troubled
  /** The key that deals with it. */
  readonly remedy: string
  readonly age: string
}

/** What needs a person: who or what, why, and the key that deals with it. */
export const TroubleRow = memo(function TroubleRow(props: TroubleRowProps): ReactElement {
  const { row, remedy, age, width, selected } = props
  const line = troubleLine(row, { mark: markOf(props), remedy, age }, width)
  return <StyledLine line={fitted(line, props)} selected={selected} />
})
