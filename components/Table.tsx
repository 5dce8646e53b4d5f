import type { ReactElement } from 'react'
import { plain } from '../src/domain/sanitize.ts'
import { type Line, span, word } from '../src/faces/tui/text/line.ts'
import { wrap } from '../src/faces/tui/text/text-wrap.ts'
import type { TableView } from '../src/faces/tui/views/board-view.ts'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'

type TableProps = { readonly view: TableView; readonly height: number }

/** The rows of a board, or of one of its columns, below the names of the cells. Only the rows on the screen are drawn. */
export function Table({ view, height }: TableProps): ReactElement {
  const { width, focused, title, note, news, position, heads, empty, rows } = view
  return (
    <Frame {...{ width, height, focused, title, note, news, more: position }}>
      <StyledLine line={heads} />
      {emptyLines(empty, width - 4).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <StyledLine key={at} line={line} />
      ))}
      {rows.map(({ key, line, selected }) => (
        <StyledLine key={key} line={line} selected={selected} />
      ))}
    </Frame>
  )
}

function emptyLines(empty: string | null, width: number): readonly Line[] {
  return empty === null ? [] : wrap(plain(empty), width).map((text): Line => [word(' '), span(text, 'dim')])
}
