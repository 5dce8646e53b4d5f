import { snoozeUntil } from '../commands/mail/snooze.ts'
import { undoFound } from '../commands/undoing.ts'
import { answersLoaded } from '../compose/answers.ts'
import { templateFilled } from '../compose/templates.ts'
import type { Effect } from '../effect.ts'
import type { Event, EventOf } from '../event.ts'
import { journalLoaded } from '../overlays/journal/journal.ts'
import { timesRead } from '../overlays/prompt/choosing-times.ts'
import { sheetFailed, sheetLoaded } from '../overlays/sheet/sheet.ts'
import {
  agentLoaded,
  boardFailed,
  boardLoaded,
  contextLoaded,
  debateLoaded,
  paneLoaded,
} from '../panes/boards/board.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import { matchingCounted } from '../panes/moves.ts'
import { unreadFound } from '../panes/next-mail.ts'
import {
  type Browsing,
  type HasClock,
  type HasSession,
  type State,
  withPanes,
  withSession,
} from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { lineChanged } from './line-input.ts'
import { moused } from './mouse.ts'
import { looked, noticeNews } from './notices.ts'
import { besideMailLoaded, presenceLoaded } from './pair.ts'
import { storeOpened } from './switching.ts'

const besides = [
  ...(['mouse', 'presence-loaded', 'sheet-loaded', 'sheet-failed'] as const),
  ...(['answers-loaded', 'topics-loaded', 'colours-loaded', 'taken', 'looked'] as const),
  ...(['ground'] as const),
  ...([
    'head-loaded',
    'board-loaded',
    'board-failed',
    'store-opened',
    'agent-loaded',
    'debate-loaded',
    'pane-loaded',
    'context-loaded',
  ] as const),
  ...(['stalled', 'leaving', 'template-filled', 'time-read', 'input'] as const),
  ...(['undo-found', 'journal-loaded', 'matching-counted'] as const),
  ...(['times-read', 'unread-found', 'load-failed'] as const),
] as const
type Beside = EventOf<(typeof besides)[number]>

/** Messages that do not concern the open thread. */
export function isBeside(event: Event): event is Beside {
  return (besides as readonly string[]).includes(event.type)
}

export function beside(state: State, event: Beside): Step {
  switch (event.type) {
    case 'mouse':
      return state.session.live ? moused(state, event) : [state]
    case 'ground':
      return grounded(state, event.light)
    case 'input':
      return lineChanged(state, event.field)
    case 'presence-loaded':
      return presenceLoaded(state, event.presence)
    case 'sheet-loaded':
      return sheetLoaded(state, event.question, event.value)
    case 'sheet-failed':
      return sheetFailed(state, event.problem)
    case 'head-loaded':
      return besideMailLoaded(state, event)
    case 'board-loaded':
      return noticeNews(state, boardLoaded(state, event.board))
    case 'board-failed':
      return boardFailed(state, event.problem)
    case 'store-opened':
      return storeOpened(state, event.problem)
    case 'agent-loaded':
      return agentLoaded(state, event.agent, event.details)
    case 'pane-loaded':
      return paneLoaded(state, event.agent, event.pane)
    case 'context-loaded':
      return contextLoaded(state, event.agents, event.uses)
    case 'debate-loaded':
      return debateLoaded(state, event.debate)
    case 'answers-loaded':
      return answersLoaded(state, event)
    case 'template-filled':
      return templateFilled(state, event)
    case 'time-read':
      return snoozeUntil(state, event)
    case 'times-read':
      return timesRead(state, event)
    case 'unread-found':
      return unreadFound(state, event)
    case 'load-failed':
      return loadFailed(state, event.text)
    case 'looked':
      return looked(state, event.looked)
    case 'undo-found':
      return undoFound(state, event.entry)
    case 'journal-loaded':
      return journalLoaded(state, event.changes)
    case 'matching-counted':
      return matchingCounted(state, event)
    case 'taken':
      return whoHasIt(state, event)
    case 'colours-loaded':
      return [withSession(state, { colouring: event.colour })]
    case 'topics-loaded':
      return [withPanes(state, { roster: { ...state.panes.roster, topics: event.topics } })]
    case 'stalled':
      return stalled(state, event.stalled)
    case 'leaving':
      return say(state, leavingWaits, 'problem')
  }
}

/** Who works on the selected message; of another one nothing is said. */
function whoHasIt<S extends Browsing>(state: S, { text, message }: EventOf<'taken'>): Step<S> {
  return text === '' || selectedRow(state.panes.list)?.id !== message ? [state] : say(state, text, 'problem')
}

/** What could not be answered is asked again after this: at once, it would fail at once. */
const again: Effect = { type: 'wait', name: 'again', milliseconds: 2_000, once: true }

function loadFailed<S extends HasSession>(state: S, text: string): Step<S> {
  const isTold = state.session.toast?.text === text
  return andThen(isTold ? [state] : say(state, text, 'problem'), (next) => [next, again])
}

function stalled<S extends HasSession>(state: S, isStalled: boolean): Step<S> {
  const next = withSession(state, { stalled: isStalled })
  return isStalled ? say(next, storeBusy) : [next]
}

/** The theme follows the background, unless one was chosen or the answer is late. */
function grounded<S extends HasSession & HasClock>(state: S, light: boolean): Step<S> {
  const { groundUntil } = state.session
  if (groundUntil === null || state.clock.now > groundUntil) return [state]
  return [withSession(state, { theme: light ? 'light' : 'dark', groundUntil: null })]
}

const storeBusy = 'The store is locked. Your changes will be saved when it is free.'
const leavingWaits = 'The store is busy and some changes are not saved yet. Press C-c to quit anyway.'
