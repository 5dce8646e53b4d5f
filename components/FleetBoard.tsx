import type { ReactElement } from 'react'
import { word } from '../src/faces/tui/text/line.ts'
import type { BoardView } from '../src/faces/tui/views/board-view.ts'
import { FleetHeads, FleetRow } from './FleetRow.tsx'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'

type FleetBoardProps = { readonly view: BoardView; readonly width: number; readonly height: number }

/** The whole fleet, one agent a row. Only the rows on the screen are drawn. */
export function FleetBoard({ view, width, height }: FleetBoardProps): ReactElement {
  const { title, note, position, empty, rows, selected } = view
  return (
    <Frame width={width} height={height} focused={true} title={title} note={note} more={position}>
      <FleetHeads width={width - 2} />
      {empty === null ? null : <StyledLine line={[word(' '), word(empty, 'dim')]} />}
      {rows.map((row) => (
        <FleetRow
          key={row.agent}
          {...row}
          width={width - 2}
          selected={row.agent === selected ? 'here' : 'no'}
        />
      ))}
    </Frame>
  )
}
