import type { Event } from '../../event.ts'
import { lookAround } from '../../pair-state.ts'
import { reuse } from '../../reuse.ts'
import type { State } from '../../state.ts'
import { all, type Step } from '../../step.ts'
import { readThread } from '../thread/reading.ts'
import { askList } from './loads.ts'
import { isSlow, lookLater } from './slow.ts'

/** After a change in the store: what is on the screen is asked for again. */
export function refresh(state: State): Step {
  return all(state, refreshAround, (state) => askList(state, state.list.loading ? 'first' : 'refresh'))
}

/** The same but for the list. */
function refreshAround(state: State): Step {
  return all(state, askRoster, ({ thread, ...rest }) => {
    const next: State = { ...rest, thread }
    if (next.pair.terminal === null) return again(next)
    return [...again(next), lookAround]
  })
}

function again(next: State): Step {
  const { thread } = next
  return thread === null ? [next] : readThread(next, thread)
}

/** Somebody changed something: lists that take long to gather wait a while for more of it. */
export function refreshGently(state: State): Step {
  if (!isSlow(state.list.source)) return refresh(state)
  return all(state, refreshAround, (next) => lookLater(next, 'later'))
}

/** Its time came. What is being read is not taken from the list meanwhile. */
export function slowDue(state: State): Step {
  const next: State = { ...state, later: false }
  if (!isSlow(state.list.source)) return [next]
  if (state.focus === 'thread' && !state.list.loading) return lookLater(next, 'later')
  return askList(next, state.list.loading ? 'first' : 'refresh')
}

export function askRoster(state: State): Step {
  const request = state.asked.roster + 1
  return [
    { ...state, asked: { ...state.asked, roster: request } },
    { type: 'load-roster', request },
  ]
}

export function rosterLoaded(state: State, event: Extract<Event, { type: 'roster-loaded' }>): Step {
  if (event.request !== state.asked.roster) return [state]
  const { agents, unread, dead, drafts, places, views } = event
  const roster = reuse(state.roster, { ...state.roster, agents, unread, dead, drafts, places, views })
  return [{ ...state, roster }]
}
