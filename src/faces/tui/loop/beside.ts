import { snoozeUntil } from '../commands/mail/snooze.ts'
import { undoFound } from '../commands/undoing.ts'
import { answersLoaded } from '../compose/answers.ts'
import { templateFilled } from '../compose/templates.ts'
import type { Effect } from '../effect.ts'
import type { Event, EventOf } from '../event.ts'
import { timesRead } from '../overlays/choosing-times.ts'
import { journalLoaded } from '../overlays/journal.ts'
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

/** What each event does. */
export type Reactions = {
  readonly [T in Event['type']]: (state: State, event: EventOf<T>) => Step
}

/** Messages that do not concern the open thread, by what they do. */
export const besides = {
  mouse: (state, event) => (state.session.live ? moused(state, event) : [state]),
  ground: (state, event) => grounded(state, event.light),
  input: (state, event) => lineChanged(state, event.field),
  'presence-loaded': (state, event) => presenceLoaded(state, event.presence),
  'sheet-loaded': (state, event) => sheetLoaded(state, event.question, event.value),
  'sheet-failed': (state, event) => sheetFailed(state, event.problem),
  'head-loaded': besideMailLoaded,
  'board-loaded': (state, event) => noticeNews(state, boardLoaded(state, event.board)),
  'board-failed': (state, event) => boardFailed(state, event.problem),
  'store-opened': (state, event) => storeOpened(state, event.problem),
  'agent-loaded': (state, event) => agentLoaded(state, event.agent, event.details),
  'pane-loaded': (state, event) => paneLoaded(state, event.agent, event.pane),
  'context-loaded': (state, event) => contextLoaded(state, event.agents, event.uses),
  'debate-loaded': (state, event) => debateLoaded(state, event.debate),
  'answers-loaded': answersLoaded,
  'template-filled': templateFilled,
  'time-read': snoozeUntil,
  'times-read': timesRead,
  'unread-found': unreadFound,
  'load-failed': (state, event) => loadFailed(state, event.text),
  looked: (state, event) => looked(state, event.looked),
  'undo-found': (state, event) => undoFound(state, event.entry),
  'journal-loaded': (state, event) => journalLoaded(state, event.changes),
  'matching-counted': matchingCounted,
  taken: whoHasIt,
  'colours-loaded': (state, event) => [withSession(state, { colouring: event.colour })],
  'topics-loaded': (state, event) => [
    withPanes(state, { roster: { ...state.panes.roster, topics: event.topics } }),
  ],
  stalled: (state, event) => stalled(state, event.stalled),
  leaving: (state) => say(state, leavingWaits, 'problem'),
} satisfies Partial<Reactions>

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
