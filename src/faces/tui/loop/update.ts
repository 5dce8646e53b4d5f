import { type ChangeKind, changeKinds, headKinds } from '../../../domain/change-kind.ts'
import { presenceBeat } from '../../../domain/presence.ts'
import { perform } from '../commands/perform.ts'
import { askAnswers } from '../compose/answers.ts'
import { withOriginal } from '../compose/original.ts'
import {
  draftGone,
  draftRefused,
  draftSaved,
  draftSent,
  dueDraftsFound,
  graceTick,
} from '../compose/sending.ts'
import { autosave, edited, wordsKnown } from '../compose/writing-keys.ts'
import type { Effect, TimerName } from '../effect.ts'
import type { Event } from '../event.ts'
import { keyOf } from '../keymap.ts'
import { lookAround } from '../model/pair.ts'
import { knownLoaded, paletteRested, threadsFound } from '../overlays/palette/palette.ts'
import { commandDone, commandFailed, commandRan } from '../overlays/palette/running.ts'
import { searchNow } from '../overlays/search/searching.ts'
import { boardRested, pageRested, touchBoard } from '../panes/boards/board.ts'
import { contextRested } from '../panes/boards/context.ts'
import { followRow } from '../panes/boards/follow-row.ts'
import { followStores, storesDue } from '../panes/boards/switching.ts'
import { focusPane } from '../panes/inbox/focus.ts'
import { settle } from '../panes/inbox/list.ts'
import { askList, followSelection } from '../panes/inbox/loads.ts'
import { askRoster, lookAtPresence, refreshGently, slowDue } from '../panes/inbox/refresh.ts'
import { followActing } from '../panes/inbox/scopes.ts'
import { isSlow } from '../panes/inbox/slow.ts'
import { insideOf, isShown } from '../panes/layout.ts'
import { askTopics } from '../panes/roster/topics.ts'
import { detailsLoaded, threadLoaded } from '../panes/thread/reading.ts'
import { followCode, followScreen, offered, stood, written } from '../panes/thread/showing.ts'
import { type HasSession, isCovered, type State, withClock, withPanes, withSession } from '../state.ts'
import { all, andThen, type Step, say } from '../step.ts'
import { besides, type Reactions } from './beside.ts'
import { done, refreshShown } from './done.ts'
import { followKept } from './follow.ts'
import { listFailed, listLoaded } from './list-answers.ts'
import { announceAgain, besideMailLoaded, followPair, tellOfAnswers } from './pair.ts'
import { typed } from './pressed.ts'
import { countChanges, noticed } from './returning.ts'

/** All behaviour of the program: the next state for an event, and its effects. The loop then replays `dueKeys`. */
export function update(state: State, event: Event): Step {
  const step = countChanges(pressed(noticed(state, event, react)), event)
  const followed = andThen(andThen(andThen(step, followActing), followScreen), followPair)
  return followKept(state, followStores(state, followCode(state, followed)))
}

/** The palette runs a command as its key would. */
function pressed(step: Step): Step {
  const [state, ...effects] = step
  const press = effects.find((effect) => effect.type === 'press')
  if (press === undefined) return step
  const rest = effects.filter((effect) => effect !== press)
  return andThen([state, ...rest], (next) => perform(next, press.command))
}

const reactions: Reactions = {
  ...besides,
  key: typed,
  paste: typed,
  resize: (state, event) => resized(state, event.columns, event.rows),
  focus: (state, event) => [withSession(state, { focused: event.focused })],
  started,
  changed: (state, event) => changed(state, event.alters),
  waited: (state, event) => rung[event.name](state),
  'list-loaded': (state, event) => andThen(listLoaded(state, event), begun),
  'list-failed': (state, event) => andThen(listFailed(state, event), begun),
  'thread-loaded': (state, event) => tellOfAnswers(state, withOriginal(threadLoaded(state, event))),
  'details-loaded': detailsLoaded,
  'roster-loaded': besideMailLoaded,
  done: (state, event) => done(commandDone(state), event),
  failed: (state, event) => andThen(say(state, event.text, 'problem'), refreshShown),
  offered: (state, event) =>
    andThen(offered(state, event.message, event.held), (next) =>
      event.note === null ? [next] : say(next, event.note),
    ),
  written: (state, event) => written(state, event.messages),
  'draft-saved': draftSaved,
  'draft-sent': draftSent,
  'draft-refused': (state, event) => andThen(draftRefused(state, event), askAnswers),
  'draft-gone': (state, event) => draftGone(state, event.draft),
  'due-drafts': dueDraftsFound,
  words: wordsKnown,
  'known-loaded': knownLoaded,
  'threads-found': threadsFound,
  'command-ran': commandRan,
  'command-failed': (state, event) => commandFailed(state, event.problem),
  edited,
}

function react(state: State, event: Event): Step {
  const reaction = reactions[event.type] as (state: State, event: Event) => Step
  return reaction(state, event)
}

const beat: Effect = { type: 'wait', name: 'beat', milliseconds: presenceBeat }
/** Redraws ages, and lists snoozed mail that is due. */
const ages: Effect = { type: 'wait', name: 'ages', milliseconds: 20_000 }
/** Agents fall silent and deadlines pass: what only time changes, for which everything else is asked for again. */
const minute: Effect = { type: 'wait', name: 'minute', milliseconds: 60_000 }

function started(state: State): Step {
  const begin: readonly Effect[] = [...([ages, minute, { type: 'due-drafts' }] as const)]
  return [
    ...all(
      state,
      (state) => askList(state, state.panes.list.resumed ? 'refresh' : 'first'),
      askRoster,
      askTopics,
      announceAgain,
      tellArrival,
      tellKeyProblems,
      tellClock,
    ),
    ...begin,
    ...(state.session.pair.terminal === null ? [] : [beat]),
  ]
}

/** Who comes from another store is told where they are. */
function tellArrival<S extends HasSession>(state: S): Step<S> {
  const { toast } = state.session
  return toast === null ? [state] : say(state, toast.text, toast.tone)
}

/** A command whose key is taken stops nobody: the help lists them all. */
function tellKeyProblems(state: State): Step {
  const [first, ...more] = state.session.keyProblems
  if (first === undefined) return [state]
  const others = more.length === 0 ? '' : ` ${more.length} more: see ${keyOf(state.session.keymap, 'help')}.`
  return say(state, `${first}${others}`, 'problem')
}

function tellClock(state: State): Step {
  const { clockNote } = state.session
  return clockNote === null ? [state] : say(state, clockNote, 'problem')
}

const rung: Readonly<Record<TimerName, (state: State) => Step>> = {
  toast: (state) => [withSession(state, { toast: null })],
  search: searchNow,
  shown: stood,
  grace: graceTick,
  autosave,
  ages: (state) => [...agesGrown(state), ages],
  minute: (state) => [...andThen(minuteOver(state), askTopics), minute],
  palette: paletteRested,
  board: boardRested,
  'agent-page': pageRested,
  stores: storesDue,
  context: contextRested,
  again: (state) => changed(state),
  beat: (state) => [...announceAgain(state), beat],
  others: (state) => [state, lookAround],
  slow: slowDue,
  topics: askTopics,
  // Under a board nobody sees the agents.
  roster: (state) => (isCovered(state) ? [withClock(state, { rosterLater: false })] : askRoster(state)),
}

/** Under the board nothing is loaded: the panes are, once it is closed. */
function changed(state: State, alters: readonly ChangeKind[] = changeKinds): Step {
  if (!isCovered(state)) return refreshGently(state, alters)
  const isMeant = headKinds.some((kind) => alters.includes(kind))
  return isMeant ? touchBoard(state, alters) : lookAtPresence(state, alters)
}

/** Every update is drawn with the time of day: under a board that is all. */
function agesGrown(state: State): Step {
  const { list } = state.panes
  return isCovered(state) || list.loading || isSlow(list.source) ? [state] : askList(state, 'refresh')
}

function minuteOver(state: State): Step {
  return isCovered(state) ? touchBoard(state) : refreshGently(state)
}

/** The first rows are there, or will not come. */
function begun(state: State): Step {
  return [state.session.live || state.panes.list.loading ? state : withSession(state, { live: true })]
}

function resized(state: State, columns: number, rows: number): Step {
  const next: State = withSession(state, { size: { columns, rows } })
  const list = next.panes.list.loading
    ? next.panes.list
    : settle(next.panes.list, insideOf(next, 'inbox').rows)
  const sized = withPanes(next, { list })
  return andThen(isCovered(sized) ? followRow(state, sized) : followSelection(sized), showWriting)
}

/** The line input is part of a pane: where not all panes fit, that pane is shown. */
function showWriting(state: State): Step {
  const pane = state.overlay.type === 'reply' ? 'thread' : state.overlay.type === 'post' ? 'inbox' : null
  return pane === null || isShown(state, pane) ? [state] : focusPane(state, pane)
}
