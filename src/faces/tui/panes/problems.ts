import { insideOf } from '../layout.ts'
import { isCovered, type State, uncovered, withPanes } from '../state.ts'
import { all, andThen, type Step, say } from '../step.ts'
import { letGo } from './inbox/leaving.ts'
import { moveTo, selectedIndex } from './inbox/list.ts'
import { followSelection, prefetch, showSource } from './inbox/loads.ts'
import { refresh } from './inbox/refresh.ts'
import { isTroubled } from './inbox/trouble.ts'

/**
 * The next or previous problem of Attention; from elsewhere, its first one. In the thread the next message opens; a
 * problem without a message only selects its row.
 */
export function goToProblem(state: State, direction: 1 | -1): Step {
  const { list } = state.panes
  if (list.source.type !== 'attention') return toAttention(state)
  const at = selectedIndex(list)
  const target =
    direction === 1
      ? list.rows.findIndex((row, index) => index > at && isTroubled(row))
      : list.rows.findLastIndex((row, index) => index < at && isTroubled(row))
  if (target < 0) return say(state, direction === 1 ? 'No more problems below.' : 'No more problems above.')
  return goTo(state, target)
}

/** What waits for the person, the gravest first; there, the next one, and the first again after the last. From a board the panes are shown. */
export function goToNextWaiting(state: State): Step {
  const { list, roster } = state.panes
  const isCoveredNow = isCovered(state)
  if (roster.attention?.length === 0) return say(state, nothing)
  if (list.source.type !== 'attention')
    return isCoveredNow ? andThen(refresh(listShown(state)), toAttention) : toAttention(state)
  const first = list.rows.findIndex(isTroubled)
  const at = isCoveredNow ? -1 : selectedIndex(list)
  const next = list.rows.findIndex((row, index) => index > at && isTroubled(row))
  const target = next < 0 ? first : next
  const step = isCoveredNow ? refresh(listShown(state)) : ([state] as const)
  return target < 0 ? step : andThen(step, (shown) => goTo(shown, target))
}

/** The part of Attention about one reason, by its row. */
export function goToReason(state: State, row: string): Step {
  return andThen(toAttention(uncovered(state)), (next) => [
    withPanes(next, { list: { ...next.panes.list, seek: row } }),
  ])
}

const nothing = 'Nothing needs your attention.'

function listShown(state: State): State {
  return withPanes(uncovered(state), { focus: 'inbox' })
}

function toAttention(state: State): Step {
  const { roster } = state.panes
  if (roster.attention?.length === 0) return say(state, nothing)
  const selected = { ...roster, selected: 'view:attention' }
  return showSource(withPanes(state, { roster: selected, before: null, focus: 'inbox' }), {
    type: 'attention',
  })
}

function goTo(state: State, target: number): Step {
  const { list, focus } = state.panes
  const height = insideOf(state, 'inbox').rows
  const moved = letGo(moveTo(list, target, height), height)
  const stays = focus === 'thread' && list.rows[target]?.type === 'mail' ? 'thread' : 'inbox'
  return all(withPanes(state, { list: moved, focus: stays }), followSelection, prefetch)
}
