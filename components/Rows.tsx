import { Text } from 'ink'
import { memo, type ReactElement } from 'react'
import type { Line } from '../src/faces/tui/text/line.ts'
import { paint } from '../src/faces/tui/text/paint.ts'
import type { Theme } from '../src/faces/tui/text/theme.ts'

/** Text that is as wide as it is to be: Ink leaves it as it is. One that did not change costs nothing. */
export const Painted = memo(function Painted({ text }: { readonly text: string }): ReactElement {
  return <Text wrap="end">{text}</Text>
})

/** One row, already as wide as it is to be. */
export function Row({ line, theme }: { readonly line: Line; readonly theme: Theme }): ReactElement {
  return <Painted text={paint(line, theme)} />
}
