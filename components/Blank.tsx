import { memo, type ReactElement } from 'react'
import { word } from '../src/faces/tui/text/line.ts'
import { StyledLine } from './StyledLine.tsx'

/** Empty rows, which cover the rows below them. */
export const Blank = memo(function Blank({
  columns,
  rows,
}: {
  readonly columns: number
  readonly rows: number
}): ReactElement {
  const line = [word(' '.repeat(columns))]
  return (
    <>
      {Array.from({ length: Math.max(0, rows) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <StyledLine key={at} line={line} />
      ))}
    </>
  )
})
