import { Box } from 'ink'
import type { ReactElement } from 'react'
import type { StatusView } from '../src/faces/tui/views/status-view.ts'
import { Hints } from './Hints.tsx'
import { Prompt } from './Prompt.tsx'
import { StyledLine } from './StyledLine.tsx'
import { Toast } from './Toast.tsx'

/** The last row: a question, or key hints and what just happened; the position in the list; whether changes are followed. */
export function StatusBar({ view }: { readonly view: StatusView }): ReactElement {
  const { columns, prompt, begun, told, hints, right, room } = view
  if (prompt !== null) return <Prompt label={prompt.label} field={prompt.field} columns={columns} />
  return (
    <Box width={columns} height={1} justifyContent="space-between" flexShrink={0}>
      {begun !== null ? (
        <StyledLine line={begun} />
      ) : told !== null ? (
        <Toast {...told} columns={room} />
      ) : (
        <Hints hints={hints} />
      )}
      {right === null ? null : <StyledLine line={right} />}
    </Box>
  )
}
