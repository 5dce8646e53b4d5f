import type { ReactElement } from 'react'
import { word } from '../src/faces/tui/text/line.ts'
import type { WorkBoardView } from '../src/faces/tui/views/work-view.ts'
import { DebateHeads, DebateRow } from './DebateRow.tsx'
import { Frame } from './Frame.tsx'
import { StyledLine } from './StyledLine.tsx'
import { TaskHeads, TaskRow } from './TaskRow.tsx'

type WorkBoardProps = { readonly view: WorkBoardView; readonly width: number; readonly height: number }

/** A board of work. Only the rows on the screen are drawn. */
export function WorkBoard({ view, width, height }: WorkBoardProps): ReactElement {
  const { title, note, position, empty, rows, selected } = view
  return (
    <Frame width={width} height={height} focused={true} title={title} note={note} more={position}>
      {view.view === 'tasks' ? <TaskHeads width={width - 2} /> : <DebateHeads width={width - 2} />}
      {empty === null ? null : <StyledLine line={[word(' '), word(empty, 'dim')]} />}
      {rows.map(({ key, ...cells }) => {
        const place = { width: width - 2, selected: key === selected ? 'here' : 'no' } as const
        return cells.type === 'task' ? (
          <TaskRow key={key} {...cells} {...place} />
        ) : (
          <DebateRow key={key} {...cells} {...place} />
        )
      })}
    </Frame>
  )
}
