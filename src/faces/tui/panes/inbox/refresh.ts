import type { Effect } from '../../effect.ts'
import type { Event } from '../../event.ts'
import { lookAround } from '../../pair-state.ts'
import { reuse } from '../../reuse.ts'
import { type State, withClock, withPanes } from '../../state.ts'
import { all, type Step } from '../../step.ts'
import { readThread } from '../thread/reading.ts'
import { askList } from './loads.ts'
import { isSlow, lookLater } from './slow.ts'

/** After a change in the store: what is on the screen is asked for again. */
export function refresh(state: State): Step {
  return all(state, refreshAround, (state) => askList(state, state.panes.list.loading ? 'first' : 'refresh'))
}

/** The same but for the list. */
function refreshAround(state: State): Step {
  return all(state, askRoster, (next) => {
    if (next.session.pair.terminal === null) return again(next)
    return [...again(next), lookAround]
  })
}

function again(next: State): Step {
  const { thread } = next.panes
  return thread === null ? [next] : readThread(next, thread)
}

/** Somebody changed something: lists that take long to gather wait a while for more of it. */
export function refreshGently(state: State): Step {
  if (!isSlow(state.panes.list.source)) return refresh(state)
  return all(state, refreshAround, (next) => lookLater(next, 'later'))
}

/** Its time has come. The message being read stays in the list. */
export function slowDue(state: State): Step {
  const next: State = withClock(state, { later: false })
  if (!isSlow(state.panes.list.source)) return [next]
  if (state.panes.focus === 'thread' && !state.panes.list.loading) return lookLater(next, 'later')
  return askList(next, state.panes.list.loading ? 'first' : 'refresh')
}

export function askRoster(state: State): Step {
  const request = state.panes.asked.roster + 1
  return [
    withPanes(state, { asked: { ...state.panes.asked, roster: request } }),
    { type: 'load-roster', request },
  ]
}

/** Under the board of the fleet nobody sees the roster: of thousands it would take longer than the board. */
export function askHead(state: State): Step {
  if (state.panes.roster.agents.length === 0) return askRoster(state)
  const request = state.panes.asked.roster + 1
  return [
    withPanes(state, { asked: { ...state.panes.asked, roster: request } }),
    { type: 'load-head', request },
  ]
}

export function headLoaded(
  state: State,
  { request, unread, dead }: Extract<Event, { type: 'head-loaded' }>,
): State {
  if (request !== state.panes.asked.roster) return state
  return withPanes(state, { roster: reuse(state.panes.roster, { ...state.panes.roster, unread, dead }) })
}

export function rosterLoaded(state: State, event: Extract<Event, { type: 'roster-loaded' }>): Step {
  if (event.request !== state.panes.asked.roster) return [state]
  const { agents, unread, dead, drafts, places, views } = event
  const roster = reuse(state.panes.roster, {
    ...state.panes.roster,
    agents,
    unread,
    dead,
    drafts,
    places,
    views,
  })
  const next = withPanes(state, { roster })
  const isStale = roster.counts === null || roster.views !== state.panes.roster.views
  return isStale && wantsCounts(next) ? [next, { type: 'count-views' }] : [next]
}

/** Counts the items that need a person, and the rows of the views. */
export function countAll(state: State): readonly Effect[] {
  return [{ type: 'count-attention' }, ...(wantsCounts(state) ? [{ type: 'count-views' } as const] : [])]
}

type Counted = Extract<Event, { type: 'attention-counted' | 'views-counted' }>

export function counted(state: State, event: Counted): State {
  const told = event.type === 'attention-counted' ? { attention: event.count } : { counts: event.counts }
  return withPanes(state, { roster: reuse(state.panes.roster, { ...state.panes.roster, ...told }) })
}

function wantsCounts({ session: { tabs }, panes: { roster } }: State): boolean {
  return tabs === 'on' || roster.views.length > 0
}
