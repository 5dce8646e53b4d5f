import type { Row } from '../../model/list.ts'
import { type Browsing, type HasPanes, withPanes } from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { isFoldable } from './fetch-attention.ts'
import { emptyList, selectedRow } from './list.ts'
import { askList, askRow, canThread } from './loads.ts'
import { threadRowId } from './row.ts'

/** Lists threads instead of messages, or messages again; the selection stays in its thread. */
export function toggleThreads<S extends Browsing>(state: S): Step<S> {
  const { list, threaded } = state.panes
  if (!canThread(list.source)) return say(state, 'Only a mailbox can list threads.')
  const row = selectedRow(list)
  const { source, filter, rows } = list
  const next: S = withPanes(state, {
    threaded: !threaded,
    visited: new Map(),
    list: { ...emptyList(source), filter, rows },
  })
  const asked =
    row?.type === 'mail'
      ? askRow(next, threaded ? row.message.id : threadRowId(row.message.thread), 'above')
      : askList(next, 'first')
  return andThen(asked, (now) => say(now, threaded ? 'Listing messages.' : 'Listing threads.'))
}

/** Shows the messages of the selected thread below its row, or hides them. */
export function toggleUnfolded<S extends Browsing>(state: S): Step<S> {
  const { list, threaded } = state.panes
  const row = selectedRow(list)
  if (!threaded || !canThread(list.source) || row?.type !== 'mail')
    return say(state, 'Only a list of threads can be unfolded.')
  const thread = row.within ?? row.message.thread
  const unfolded = new Set(list.unfolded)
  if (!unfolded.delete(thread)) unfolded.add(thread)
  // Folded from one of its messages, the thread stays selected.
  const selected = row.within === undefined ? list.selected : threadRowId(thread)
  const asked = askList(withPanes(state, { list: { ...list, unfolded, selected } }), 'refresh')
  return andThen(asked, (now) =>
    say(now, unfolded.has(thread) ? 'Unfolded the thread.' : 'Folded the thread.'),
  )
}

/** Lists all rows of a reason, or its first ones again. */
export function unfold<S extends HasPanes>(state: S, { group }: Extract<Row, { type: 'reason' }>): Step<S> {
  const { list } = state.panes
  if (list.source.type !== 'attention' || !isFoldable(group)) return [state]
  const { unfolded = [] } = list.source
  const others = unfolded.filter((why) => why !== group.why)
  const next = others.length < unfolded.length ? others : [...unfolded, group.why]
  const source = { type: 'attention', ...(next.length > 0 && { unfolded: next }) } as const
  // The pages that are here were cut for other folds: from the beginning again, with the same row selected.
  return askList(withPanes(state, { list: { ...list, source, earlier: [], pages: [] } }), 'refresh')
}
