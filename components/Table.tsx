import type { ReactElement } from 'react'
import { word } from '../src/faces/tui/text/line.ts'
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
      {empty === null ? null : <StyledLine line={[word(' '), word(empty, 'dim')]} />}
      {rows.map(({ key, line, selected }) => (
        <StyledLine key={key} line={line} selected={selected} />
      ))}
    </Frame>
  )
}
