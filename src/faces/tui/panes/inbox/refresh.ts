import { type ChangeKind, changeKinds, headKinds } from '../../../../domain/change-kind.ts'
import type { EventOf } from '../../event.ts'
import { withKeys } from '../../keymap.ts'
import { lookAround } from '../../model/pair.ts'
import { reuse } from '../../reuse.ts'
import {
  type Browsing,
  type HasClock,
  type HasPanes,
  type RosterState,
  type Source,
  withClock,
  withPanes,
} from '../../state.ts'
import { all, type Step, say } from '../../step.ts'
import { topicsLater } from '../roster/topics.ts'
import { readThread } from '../thread/reading.ts'
import { askList } from './loads.ts'
import { isSlow, lookLater } from './slow.ts'

/** After a change of one's own: what is on the screen is asked for again. */
export function refresh<S extends HasPanes & HasClock>(state: S): Step<S> {
  return all(state, refreshThread, refreshList, askRoster)
}

function refreshList<S extends HasPanes>(state: S): Step<S> {
  return askList(state, state.panes.list.loading ? 'first' : 'refresh')
}

function refreshThread<S extends HasPanes>(state: S): Step<S> {
  const { thread } = state.panes
  return thread === null ? [state] : readThread(state, thread)
}

/** Whether a thread shows what may have been altered. */
export function altersThreads(alters: readonly ChangeKind[] = changeKinds): boolean {
  return alters.includes('mail') || alters.includes('tasks')
}

/** What the rows of a list are read from. */
const listed: Readonly<Record<Source['type'], readonly ChangeKind[]>> = {
  mailbox: ['mail'],
  everyone: ['mail'],
  sent: ['mail'],
  owed: ['mail'],
  search: ['mail'],
  saved: ['mail'],
  drafts: ['places'],
  attention: headKinds,
  queue: ['mail', 'places'],
  channel: ['mail', 'places'],
  tag: ['mail', 'roster', 'places'],
  group: ['mail', 'roster', 'places'],
  debate: ['mail', 'tasks'],
  task: ['mail', 'tasks'],
}

/** Somebody changed something: what this may have altered is asked for; what takes long to gather waits a while for more of it. */
export function refreshGently<S extends HasPanes & HasClock>(
  state: S,
  alters: readonly ChangeKind[] = changeKinds,
): Step<S> {
  const isMeant = (kinds: readonly ChangeKind[]): boolean => kinds.some((kind) => alters.includes(kind))
  return all(
    state,
    (next) => (altersThreads(alters) ? refreshThread(next) : [next]),
    (next) => (isMeant(listed[next.panes.list.source.type]) ? refreshListGently(next) : [next]),
    (next) => (isMeant(headKinds) ? refreshRoster(next) : lookAtPresence(next, alters)),
    (next) => (alters.includes('tasks') ? topicsLater(next) : [next]),
  )
}

function refreshListGently<S extends HasPanes & HasClock>(state: S): Step<S> {
  return isSlow(state.panes.list.source) ? lookLater(state, 'later') : refreshList(state)
}

/** Who else is here, which the roster tells, too. */
export function lookAtPresence<S>(state: S, alters: readonly ChangeKind[]): Step<S> {
  return alters.includes('presence') ? [state, lookAround] : [state]
}

/** Up to this number, agents are gathered as quickly as the rest of the screen. */
const fewAgents = 200
/** Between two looks at more agents, ms. */
const rosterRest = 2_000

function refreshRoster<S extends HasPanes & HasClock>(state: S): Step<S> {
  if (state.panes.roster.agents.length <= fewAgents) return askRoster(state)
  return all(state, askHead, rosterLater)
}

function rosterLater<S extends HasClock>(state: S): Step<S> {
  if (state.clock.rosterLater) return [state]
  return [withClock(state, { rosterLater: true }), { type: 'wait', name: 'roster', milliseconds: rosterRest }]
}

/** Its time has come. The message being read stays in the list. */
export function slowDue<S extends HasPanes & HasClock>(state: S): Step<S> {
  const next: S = withClock(state, { later: false })
  if (!isSlow(state.panes.list.source)) return [next]
  if (state.panes.focus === 'thread' && !state.panes.list.loading) return lookLater(next, 'later')
  return askList(next, state.panes.list.loading ? 'first' : 'refresh')
}

export function askRoster<S extends HasPanes & HasClock>(state: S): Step<S> {
  const request = state.panes.asked.head + 1
  const next = withClock(state, { rosterLater: false })
  return [
    withPanes(next, { asked: { ...next.panes.asked, roster: request, head: request } }),
    { type: 'load-roster', request },
  ]
}

/** The counts of the header alone: the agents may be thousands, and under a board nobody sees them. */
export function askHead<S extends HasPanes & HasClock>(state: S): Step<S> {
  if (state.panes.roster.agents.length === 0) return askRoster(state)
  const request = state.panes.asked.head + 1
  return [
    withPanes(state, { asked: { ...state.panes.asked, head: request } }),
    { type: 'load-head', request },
  ]
}

export function headLoaded<S extends Browsing>(state: S, event: EventOf<'head-loaded'>): Step<S> {
  return event.request === state.panes.asked.head ? besideMail(state, event, {}) : [state]
}

export function rosterLoaded<S extends Browsing>(state: S, event: EventOf<'roster-loaded'>): Step<S> {
  if (event.request !== state.panes.asked.roster) return [state]
  const { agents } = event
  if (event.request === state.panes.asked.head) return besideMail(state, event, { agents })
  // Newer counts were asked for since.
  return [withPanes(state, { roster: reuse(state.panes.roster, { ...state.panes.roster, agents }) })]
}

type Loaded = EventOf<'head-loaded' | 'roster-loaded'>

function besideMail<S extends Browsing>(state: S, loaded: Loaded, more: Partial<RosterState>): Step<S> {
  const { roster } = state.panes
  const { unread, dead, drafts, places, views, attention, counts } = loaded
  const told = { unread, dead, drafts, places, views, attention, counts, ...more }
  const next = withPanes(state, { roster: reuse(roster, { ...roster, ...told }) })
  return tellAsking(next, roster.attention)
}

/** An agent that begins to wait for the person is told of once, wherever they read. */
function tellAsking<S extends Browsing>(state: S, before: RosterState['attention']): Step<S> {
  const fresh = asking(state.panes.roster.attention) - asking(before)
  if (before === null || fresh <= 0 || state.session.toast?.tone === 'problem') return [state]
  const who = fresh === 1 ? 'An agent waits' : `${fresh} more agents wait`
  return say(state, withKeys(state.session.keymap, `${who} for you: {next-waiting} goes there.`))
}

function asking(groups: RosterState['attention']): number {
  return groups?.find(({ why }) => why === 'asks')?.count ?? 0
}
