import { type HasPanes, withPanes } from '../../state.ts'
import type { Step } from '../../step.ts'
import { isFoldable } from './fetch-attention.ts'
import type { Row } from './list.ts'
import { askList } from './loads.ts'

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
