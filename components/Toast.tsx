import type { ReactElement } from 'react'
import { type Told, toastLine } from '../src/faces/tui/status/toast.ts'
import { fitLine } from '../src/faces/tui/text/line.ts'
import { StyledLine } from './StyledLine.tsx'

/** The latest event, or the next one. */
export function Toast({ columns, ...told }: Told & { readonly columns: number }): ReactElement {
  return <StyledLine line={fitLine(toastLine(told), columns)} />
}
