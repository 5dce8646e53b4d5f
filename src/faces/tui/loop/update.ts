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
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import { keyOf } from '../keymap.ts'
import { insideOf, isShown } from '../layout.ts'
import { knownLoaded, paletteRested, threadsFound } from '../overlays/palette/palette.ts'
import { commandDone, commandFailed, commandRan } from '../overlays/palette/running.ts'
import { searchNow } from '../overlays/search/searching.ts'
import { lookAround } from '../pair-state.ts'
import { boardRested, pageRested, touchBoard } from '../panes/boards/board.ts'
import { contextRested } from '../panes/boards/context.ts'
import { followRow } from '../panes/boards/follow-row.ts'
import { followStores, storesDue } from '../panes/boards/switching.ts'
import { followActing } from '../panes/inbox/acting.ts'
import { focusPane } from '../panes/inbox/focus.ts'
import { settle } from '../panes/inbox/list.ts'
import { askList, followSelection } from '../panes/inbox/loads.ts'
import { askRoster, lookAtPresence, refreshGently, slowDue } from '../panes/inbox/refresh.ts'
import { isSlow } from '../panes/inbox/slow.ts'
import { askTopics } from '../panes/roster/topics.ts'
import { followCode } from '../panes/thread/colouring.ts'
import { detailsLoaded, threadLoaded } from '../panes/thread/reading.ts'
import { followScreen, offered, stood, written } from '../panes/thread/showing.ts'
import { type HasSession, isCovered, type State, withClock, withPanes, withSession } from '../state.ts'
import { all, andThen, type Step, say } from '../step.ts'
import { beside, isBeside } from './beside.ts'
import { countChanges } from './count-changes.ts'
import { done, refreshShown } from './done.ts'
import { followKept } from './follow-kept.ts'
import { listFailed, listLoaded } from './list-answers.ts'
import { announceAgain, besideMailLoaded, followPair, tellOfAnswers } from './pair.ts'
import { typed } from './pressed.ts'
import { noticed } from './returning.ts'

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

function react(state: State, event: Event): Step {
  if (isBeside(event)) return beside(state, event)
  switch (event.type) {
    case 'key':
    case 'paste':
      return typed(state, event)
    case 'resize':
      return resized(state, event.columns, event.rows)
    case 'focus':
      return [withSession(state, { focused: event.focused })]
    case 'started':
      return started(state)
    case 'changed':
      return changed(state, event.alters)
    case 'waited':
      return waited(state, event.name)
    case 'list-loaded':
      return andThen(listLoaded(state, event), begun)
    case 'list-failed':
      return andThen(listFailed(state, event), begun)
    case 'thread-loaded':
      return tellOfAnswers(state, withOriginal(threadLoaded(state, event)))
    case 'details-loaded':
      return detailsLoaded(state, event)
    case 'roster-loaded':
      return besideMailLoaded(state, event)
    case 'done':
      return done(commandDone(state), event)
    case 'failed':
      return andThen(say(state, event.text, 'problem'), refreshShown)
    case 'offered':
      return andThen(offered(state, event.message, event.held), (next) =>
        event.note === null ? [next] : say(next, event.note),
      )
    case 'written':
      return written(state, event.messages)
    case 'draft-saved':
      return draftSaved(state, event)
    case 'draft-sent':
      return draftSent(state, event)
    case 'draft-refused':
      return andThen(draftRefused(state, event), askAnswers)
    case 'draft-gone':
      return draftGone(state, event.draft)
    case 'due-drafts':
      return dueDraftsFound(state, event)
    case 'words':
      return wordsKnown(state, event)
    case 'known-loaded':
      return knownLoaded(state, event)
    case 'threads-found':
      return threadsFound(state, event)
    case 'command-ran':
      return commandRan(state, event)
    case 'command-failed':
      return commandFailed(state, event.problem)
    case 'edited':
      return edited(state, event)
  }
}

const beat: Effect = { type: 'wait', name: 'beat', milliseconds: presenceBeat }
/** Ages are drawn anew, and snoozed mail that is due comes into the list. */
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

function waited(state: State, name: Extract<Effect, { type: 'wait' }>['name']): Step {
  switch (name) {
    case 'toast':
      return [withSession(state, { toast: null })]
    case 'search':
      return searchNow(state)
    case 'shown':
      return stood(state)
    case 'grace':
      return graceTick(state)
    case 'autosave':
      return autosave(state)
    case 'ages':
      return [...agesGrown(state), ages]
    case 'minute':
      return [...andThen(minuteOver(state), askTopics), minute]
    case 'palette':
      return paletteRested(state)
    case 'board':
      return boardRested(state)
    case 'agent-page':
      return pageRested(state)
    case 'stores':
      return storesDue(state)
    case 'context':
      return contextRested(state)
    case 'again':
      return changed(state)
    case 'beat':
      return [...announceAgain(state), beat]
    case 'others':
      return [state, lookAround]
    case 'slow':
      return slowDue(state)
    case 'topics':
      return askTopics(state)
    // Under a board nobody sees the agents.
    case 'roster':
      return isCovered(state) ? [withClock(state, { rosterLater: false })] : askRoster(state)
  }
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
