import { Box } from 'ink'
import type { ReactElement } from 'react'
import { word } from '../src/faces/tui/text/line.ts'
import type { QueueColumnView } from '../src/faces/tui/views/queue-view.ts'
import { Frame } from './Frame.tsx'
import { QueueHeads, QueueRow } from './QueueRow.tsx'
import { StyledLine } from './StyledLine.tsx'

type QueueBoardProps = { readonly columns: readonly QueueColumnView[]; readonly height: number }

/** The items of queues by what became of them, side by side as far as there is room. */
export function QueueBoard({ columns, height }: QueueBoardProps): ReactElement {
  return (
    <Box>
      {columns.map(({ state, width, focused, title, news, position, empty, rows, selected }) => (
        <Frame
          key={state}
          width={width}
          height={height}
          focused={focused}
          title={title}
          news={news}
          more={position}
        >
          <QueueHeads state={state} width={width - 2} />
          {empty === null ? null : <StyledLine line={[word(' '), word(empty, 'dim')]} />}
          {rows.map(({ key, ...cells }) => (
            <QueueRow
              key={key}
              {...cells}
              width={width - 2}
              selected={key !== selected ? 'no' : focused ? 'here' : 'elsewhere'}
            />
          ))}
        </Frame>
      ))}
    </Box>
  )
}
