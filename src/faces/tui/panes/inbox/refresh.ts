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
  return [withPanes(state, { roster })]
}
