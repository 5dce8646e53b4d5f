import { Box } from 'ink'
import type { ReactElement } from 'react'
import { fitLine, type Line } from '../src/faces/tui/text/line.ts'
import { Blank } from './Blank.tsx'
import { StyledLine } from './StyledLine.tsx'

type PreviewProps = {
  readonly lines: readonly Line[]
  /** The first line in view. */
  readonly first: number
  readonly columns: number
  readonly rows: number
}

/** A message as its readers will see it. */
export function Preview({ lines, first, columns, rows }: PreviewProps): ReactElement {
  const shown = lines.slice(first, first + rows)
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0}>
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <StyledLine key={at} line={fitLine(line, columns)} />
      ))}
      <Blank columns={columns} rows={rows - shown.length} />
    </Box>
  )
}
