import { commandOf } from '../commands/index.ts'
import { lacksOriginal } from '../compose/original.ts'
import { type Meaning, meaningOf } from '../keymap.ts'
import type { Board } from '../model/board.ts'
import type { SheetState } from '../model/sheet.ts'
import { boardMessage } from '../panes/boards/follow-row.ts'
import { messageOfRow, selectedRow } from '../panes/inbox/list.ts'
import { isOwnChange } from '../panes/inbox/news.ts'
import { scopesHere } from '../panes/inbox/scopes.ts'
import { isSlow } from '../panes/inbox/slow.ts'
import {
  type Browsing,
  type HasClock,
  type HasOverlay,
  type HasPanes,
  type HasSession,
  type OnScreen,
  type Panes,
  withSession,
} from '../state.ts'
import { type KeyEvent, keyLabel, type Typed } from '../terminal/key-event.ts'

/** The pending answers that a key can be about: the first rows, a search, a change, a list, a message, an offer. */
type Awaited = 'start' | 'found' | 'answer' | 'change' | 'rows' | 'thread' | 'words'

/** Whether the key is kept until its target arrives. Keys typed after it are kept too, in order. */
export function comesEarly(state: OnScreen & HasClock, typed: Typed): boolean {
  const [first] = state.session.early
  const awaited = awaitedFor(state, first ?? typed)
  if (first === undefined && awaited === null) return false
  return !isUrgent(state, typed, awaited)
}

/** The buffered keys once the awaited answer has arrived or failed, to be replayed before any other event. */
export function dueKeys<S extends OnScreen>(state: S): readonly [S, ...Typed[]] {
  const [first] = state.session.early
  if (first === undefined || awaitedFor(state, first) !== null) return [state]
  return [withSession(state, { early: [] }), ...state.session.early]
}

/** After this time since the last key, ms, Esc is not part of a burst of typing: the person got tired of waiting. */
const tired = 700

/** Esc gives up what does not come, and C-c leaves; behind other keys they wait as these do, unless one insists. */
function isUrgent(
  { session: { early, earlyAt }, clock: { now } }: HasSession & HasClock,
  typed: Typed,
  awaited: Awaited | null,
): boolean {
  if (typed.type !== 'key') return false
  const label = keyLabel(typed)
  if (label !== 'Esc' && label !== 'C-c') return false
  const last = early.at(-1)
  if (last !== undefined) return isKey(last, label) || now - earlyAt >= tired
  return label === 'Esc' ? awaited !== 'start' && awaited !== 'words' : awaited !== 'answer'
}

function isKey(typed: Typed, label: string): boolean {
  return typed.type === 'key' && keyLabel(typed) === label
}

function awaitedFor(state: OnScreen, typed: Typed): Awaited | null {
  const { overlay } = state
  if (!state.session.live) return 'start'
  switch (overlay.type) {
    case 'palette':
      // Enter in a hurry says the same again, and closes no answer that nobody read.
      return overlay.entered || (overlay.running && !isKey(typed, 'Enter')) ? 'found' : null
    case 'reply':
    case 'post':
      if (overlay.sending === true) return 'answer'
      return isAboutOriginal(state, typed) ? 'thread' : null
    case 'form':
      if (overlay.form.sending) return 'answer'
      if (isAboutOriginal(state, typed)) return 'thread'
      return overlay.form.completing !== null && isAboutNames(typed) ? 'words' : null
    case 'none':
      return typed.type === 'key' ? awaitedInPanes(state, typed) : null
    case 'filter':
    case 'search':
    case 'prompt':
    case 'help':
    case 'result':
    case 'choice':
    case 'journal':
      return null
    case 'sheet':
      return typed.type === 'key' && isSheetComing(overlay) && isAboutRows(state, typed) ? 'rows' : null
  }
}

/** Keys that do something else where names are offered. */
const aboutNames = ['Tab', 'Down', 'C-n', 'Up', 'Esc']

function isAboutNames(typed: Typed): boolean {
  return typed.type === 'key' && aboutNames.includes(keyLabel(typed))
}

/** Keys that take over the message that is answered: into the text, or into the editor with it. */
const aboutOriginal = ['Alt-q', 'C-g']

function isAboutOriginal(state: HasPanes & HasOverlay, typed: Typed): boolean {
  return (
    typed.type === 'key' &&
    aboutOriginal.includes(keyLabel(typed)) &&
    lacksOriginal(state) &&
    isThreadComing(state.panes)
  )
}

function awaitedInPanes(state: OnScreen, key: KeyEvent): Awaited | null {
  const { focus, list, board } = state.panes
  if (board !== null && isBoardComing(board) && isAboutRows(state, key)) return 'rows'
  if (focus === 'inbox' && list.loading && list.source.type === 'search') return 'found'
  const meaning = meaningOf(
    scopesHere(state),
    [...state.session.pending, keyLabel(key)],
    state.session.keymap,
  )
  if (board !== null) return awaitedOnBoard(state, meaning)
  // Which keys there are depends on the row.
  if (meaning.type !== 'command') return meaning.type === 'none' && isListComing(state.panes) ? 'rows' : null
  const { needs, inRoster } = commandOf(meaning.binding)
  if (needs === undefined || (focus === 'roster' && inRoster)) return null
  if (isBeingDone(state)) return 'change'
  if (needs === 'changes') return null
  if (isListComing(state.panes)) return 'rows'
  return needs === 'text' && focus === 'thread' && isThreadComing(state.panes) ? 'thread' : null
}

function isBoardComing({ known, loading, page }: Board): boolean {
  return page?.type === 'debate' ? page.debate === null : !known && loading.startsWith('asked')
}

/** The keys of a message wait for the one that the selected row stands for. */
function awaitedOnBoard(state: Browsing, meaning: Meaning): Awaited | null {
  if (meaning.type !== 'command') return null
  const { needs } = commandOf(meaning.binding)
  if (needs === undefined || meaning.binding.scope !== 'mail') return null
  if (isBeingDone(state)) return 'change'
  const { thread, asked, threadTold } = state.panes
  const message = boardMessage(state)?.message
  return message !== undefined && thread?.anchor !== message && threadTold < asked.thread ? 'thread' : null
}

/** Lines that can be opened are on their way. */
function isSheetComing({ sheet }: SheetState): boolean {
  return sheet.type === 'away' && sheet.value === null
}

/** The keys for a board that has no rows yet. */
const aboutBoard = ['back', 'quit', 'filter', 'sort']

function isAboutRows(state: OnScreen, key: KeyEvent): boolean {
  const typed = [...state.session.pending, keyLabel(key)]
  const meaning = meaningOf(scopesHere(state), typed, state.session.keymap)
  if (meaning.type !== 'command') return false
  const { scope, name } = meaning.binding
  return scope === 'everywhere' ? commandOf(meaning.binding).needs !== undefined : !aboutBoard.includes(name)
}

function isListComing({ focus, list }: Panes): boolean {
  return focus !== 'roster' && list.loading
}

/**
 * A change by this person whose outcome is not on the screen yet. Nobody waits for it while the store is locked, nor for
 * a slow list.
 */
function isBeingDone(state: Browsing): boolean {
  const { list, ownChanges } = state.panes
  const { stalled } = state.session
  const isListed = list.fetching === null || isSlow(list.source)
  return !stalled && (ownChanges.out > 0 || (isOwnChange(ownChanges) && !isListed))
}

function isThreadComing({ list, thread, asked, threadTold }: Panes): boolean {
  const row = selectedRow(list)
  return row?.type === 'mail' && thread?.anchor !== messageOfRow(row.id) && threadTold < asked.thread
}
