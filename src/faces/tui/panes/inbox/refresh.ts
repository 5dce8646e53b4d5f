import type { Effect } from '../../effect.ts'
import type { Event } from '../../event.ts'
import { withKeys } from '../../keymap.ts'
import { lookAround } from '../../pair-state.ts'
import { reuse } from '../../reuse.ts'
import { type RosterState, type State, withClock, withPanes } from '../../state.ts'
import { all, type Step, say } from '../../step.ts'
import { readThread } from '../thread/reading.ts'
import { askList } from './loads.ts'
import { isSlow, lookLater } from './slow.ts'

/** After a change in the store: what is on the screen is asked for again. */
export function refresh(state: State): Step {
  return all(state, askRoster, refreshThread, refreshList)
}

function refreshList(state: State): Step {
  return askList(state, state.panes.list.loading ? 'first' : 'refresh')
}

/** The thread, and where the other person reads. */
function refreshThread(state: State): Step {
  if (state.session.pair.terminal === null) return again(state)
  return [...again(state), lookAround]
}

function again(next: State): Step {
  const { thread } = next.panes
  return thread === null ? [next] : readThread(next, thread)
}

/** Somebody changed something: what takes long to gather waits a while for more of it. */
export function refreshGently(state: State): Step {
  return all(state, refreshRoster, refreshThread, (next) =>
    isSlow(next.panes.list.source) ? lookLater(next, 'later') : refreshList(next),
  )
}

/** Up to so many agents are gathered as quickly as the rest of the screen. */
const fewAgents = 200
/** Between two looks at more agents, ms. */
const rosterRest = 2_000

function refreshRoster(state: State): Step {
  if (state.panes.roster.agents.length <= fewAgents) return askRoster(state)
  return all(state, askHead, rosterLater)
}

function rosterLater(state: State): Step {
  if (state.clock.rosterLater) return [state]
  return [withClock(state, { rosterLater: true }), { type: 'wait', name: 'roster', milliseconds: rosterRest }]
}

/** Its time has come. The message being read stays in the list. */
export function slowDue(state: State): Step {
  const next: State = withClock(state, { later: false })
  if (!isSlow(state.panes.list.source)) return [next]
  if (state.panes.focus === 'thread' && !state.panes.list.loading) return lookLater(next, 'later')
  return askList(next, state.panes.list.loading ? 'first' : 'refresh')
}

export function askRoster(state: State): Step {
  const request = state.panes.asked.head + 1
  const next = withClock(state, { rosterLater: false })
  return [
    withPanes(next, { asked: { ...next.panes.asked, roster: request, head: request } }),
    { type: 'load-roster', request },
  ]
}

/** The counts of the header alone: the agents may be thousands, and under a board nobody sees them. */
export function askHead(state: State): Step {
  if (state.panes.roster.agents.length === 0) return askRoster(state)
  const request = state.panes.asked.head + 1
  return [
    withPanes(state, { asked: { ...state.panes.asked, head: request } }),
    { type: 'load-head', request },
  ]
}

export function headLoaded(
  state: State,
  { request, unread, dead }: Extract<Event, { type: 'head-loaded' }>,
): State {
  if (request !== state.panes.asked.head) return state
  return withPanes(state, { roster: reuse(state.panes.roster, { ...state.panes.roster, unread, dead }) })
}

export function rosterLoaded(state: State, event: Extract<Event, { type: 'roster-loaded' }>): Step {
  if (event.request !== state.panes.asked.roster) return [state]
  const { agents, unread, dead, drafts, places, views } = event
  // Newer counts of the header were asked for since.
  const head = event.request === state.panes.asked.head ? { unread, dead } : {}
  const told = { agents, drafts, places, views, ...head }
  const roster = reuse(state.panes.roster, { ...state.panes.roster, ...told })
  const next = withPanes(state, { roster })
  const isStale = roster.counts === null || roster.views !== state.panes.roster.views
  return isStale && wantsCounts(next) ? [next, { type: 'count-views' }] : [next]
}

/** Counts the items that need a person, and the rows of the views. */
export function countAll(state: State): readonly Effect[] {
  return [{ type: 'count-attention' }, ...(wantsCounts(state) ? [{ type: 'count-views' } as const] : [])]
}

type Counted = Extract<Event, { type: 'attention-counted' | 'views-counted' }>

export function counted(state: State, event: Counted): Step {
  const { roster } = state.panes
  const told = event.type === 'attention-counted' ? { attention: event.groups } : { counts: event.counts }
  const next = withPanes(state, { roster: reuse(roster, { ...roster, ...told }) })
  return tellAsking(next, roster.attention)
}

/** An agent that begins to wait for the person is told of once, wherever they read. */
function tellAsking(state: State, before: RosterState['attention']): Step {
  const fresh = asking(state.panes.roster.attention) - asking(before)
  if (before === null || fresh <= 0 || state.session.toast?.tone === 'problem') return [state]
  const who = fresh === 1 ? 'An agent waits' : `${fresh} more agents wait`
  return say(state, withKeys(state.session.keymap, `${who} for you: {next-waiting} goes there.`))
}

function asking(groups: RosterState['attention']): number {
  return groups?.find(({ why }) => why === 'asks')?.count ?? 0
}

function wantsCounts({ session: { tabs }, panes: { roster } }: State): boolean {
  return tabs === 'on' || roster.views.length > 0
}
