import type { QueueItemValue } from '../../../../values/queues-schema.ts'
import { focusedColumn, workRow } from '../../panes/work/work.ts'
import type { State } from '../../state.ts'

/** The selected item of the board of queues, and its column. */
export function itemHere(state: State): { readonly item: QueueItemValue; readonly column: string } | null {
  const row = workRow(state)
  const { work } = state.panes
  if (row?.type !== 'item' || work === null) return null
  return { item: row.item, column: focusedColumn(work).name }
}
