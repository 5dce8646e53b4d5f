import type { QueueItemValue } from '../../../../values/queues-schema.ts'
import { rowOn } from '../../panes/boards/about.ts'
import { focusedTable } from '../../panes/boards/board.ts'
import type { HasPanes } from '../../state.ts'

/** The selected item of the board of queues, and its column. */
export function itemHere(state: HasPanes): { readonly item: QueueItemValue; readonly column: string } | null {
  const item = rowOn(state, 'queues')
  const { board } = state.panes
  return item === null || board === null ? null : { item, column: focusedTable(board).name }
}
