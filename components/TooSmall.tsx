import { Box } from 'ink'
import type { ReactElement } from 'react'
import { plain } from '../src/domain/sanitize.ts'
import { least } from '../src/faces/tui/panes/layout.ts'
import type { Size } from '../src/faces/tui/state.ts'
import { fitLine, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { wrap } from '../src/faces/tui/text/text.ts'
import { StyledLine } from './StyledLine.tsx'

/** The text for a terminal that is too small for anything else. */
export function TooSmall({ size }: { readonly size: Size }): ReactElement {
  return (
    <Box flexDirection="column">
      {tooSmallLines(size).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <StyledLine key={at} line={line} />
      ))}
    </Box>
  )
}

/** Wrapped, since where there is little room it may not fit on a line either. */
function tooSmallLines({ columns, rows }: Size): readonly Line[] {
  // Single letters one below the other say nothing.
  if (columns < 12) return [fitLine([word(`${least.columns}×${least.rows}`, 'dim')], columns)]
  const said = [
    `watchpost needs ${least.columns} columns and ${least.rows} rows.`,
    `This is ${columns} by ${rows}.`,
  ]
  return said
    .flatMap((text) => wrap(plain(text), columns))
    .slice(0, rows)
    .map((text) => fitLine([span(text, 'dim')], columns))
}
