import { insideOf } from '../layout.ts'
import { type State, withPanes } from '../state.ts'
import { all, type Step, say } from '../step.ts'
import { letGo } from './inbox/leaving.ts'
import { moveTo, selectedIndex } from './inbox/list.ts'
import { followSelection, prefetch, showSource } from './inbox/loads.ts'
import { isTroubled } from './inbox/trouble.ts'

/**
 * The next or previous problem of Attention; from elsewhere, its first one. In the thread the next message opens; a
 * problem without a message only selects its row.
 */
export function goToProblem(state: State, direction: 1 | -1): Step {
  const { list, roster, focus } = state.panes
  if (list.source.type !== 'attention') {
    if (roster.attention === 0) return say(state, 'Nothing needs your attention.')
    const selected = { ...roster, selected: 'view:attention' }
    return showSource(withPanes(state, { roster: selected, before: null, focus: 'inbox' }), {
      type: 'attention',
    })
  }
  const at = selectedIndex(list)
  const target =
    direction === 1
      ? list.rows.findIndex((row, index) => index > at && isTroubled(row))
      : list.rows.findLastIndex((row, index) => index < at && isTroubled(row))
  if (target < 0) return say(state, direction === 1 ? 'No more problems below.' : 'No more problems above.')
  const height = insideOf(state, 'inbox').rows
  const moved = letGo(moveTo(list, target, height), height)
  const stays = focus === 'thread' && list.rows[target]?.type === 'mail' ? 'thread' : 'inbox'
  return all(withPanes(state, { list: moved, focus: stays }), followSelection, prefetch)
}
