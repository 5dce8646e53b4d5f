import { type Browsing, type HasClock, type OnScreen, uncovered, withPanes } from '../state.ts'
import { all, andThen, type Step, say } from '../step.ts'
import { hidesPanes, panesShown } from './cover.ts'
import { letGo } from './inbox/leaving.ts'
import { moveTo, selectedIndex } from './inbox/list.ts'
import { followSelection, prefetch, showSource } from './inbox/loads.ts'
import { isTroubled } from './inbox/trouble.ts'
import { insideOf } from './layout.ts'

/**
 * The next or previous problem of Attention; from elsewhere, its first one. In the thread the next message opens; a
 * problem without a message only selects its row.
 */
export function goToProblem<S extends OnScreen & HasClock>(state: S, direction: 1 | -1): Step<S> {
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
export function goToNextWaiting<S extends OnScreen & HasClock>(state: S): Step<S> {
  if (state.panes.roster.attention?.length === 0) return say(state, nothing)
  if (!hidesPanes(state)) return toNextWaiting(state, selectedIndex(state.panes.list))
  return andThen(panesShown(state), (shown) => toNextWaiting(withPanes(shown, { focus: 'inbox' }), -1))
}

function toNextWaiting<S extends OnScreen & HasClock>(state: S, at: number): Step<S> {
  const { list } = state.panes
  if (list.source.type !== 'attention') return toAttention(state)
  const next = list.rows.findIndex((row, index) => index > at && isTroubled(row))
  const target = next < 0 ? list.rows.findIndex(isTroubled) : next
  return target < 0 ? [state] : goTo(state, target)
}

/** The part of Attention about one reason, by its row. */
export function goToReason<S extends Browsing & HasClock>(state: S, row: string): Step<S> {
  return andThen(toAttention(uncovered(state)), (next) => [
    withPanes(next, { list: { ...next.panes.list, seek: row } }),
  ])
}

const nothing = 'Nothing needs your attention.'

function toAttention<S extends Browsing & HasClock>(state: S): Step<S> {
  const { roster } = state.panes
  if (roster.attention?.length === 0) return say(state, nothing)
  const selected = { ...roster, selected: 'view:attention' }
  return showSource(withPanes(state, { roster: selected, before: null, focus: 'inbox' }), {
    type: 'attention',
  })
}

function goTo<S extends OnScreen>(state: S, target: number): Step<S> {
  const { list, focus } = state.panes
  const height = insideOf(state, 'inbox').rows
  const moved = letGo(moveTo(list, target, height), height)
  const stays = focus === 'thread' && list.rows[target]?.type === 'mail' ? 'thread' : 'inbox'
  return all(withPanes(state, { list: moved, focus: stays }), followSelection, prefetch)
}
