import { flush, takeBack } from './compose/sending.ts'
import { write } from './compose/writing.ts'
import { archiveThread, askFailure, askSnooze, deed } from './deeds/deeds.ts'
import { placeDeed } from './deeds/place-deeds.ts'
import type { Intent } from './keymap.ts'
import { copyChosen, openChosen, openOutside } from './overlays/choice/opening.ts'
import { openPalette } from './overlays/palette/open-palette.ts'
import { beginFilter } from './overlays/search/filtering.ts'
import { askViewGone, askViewName } from './overlays/search/saved.ts'
import { beginSearch } from './overlays/search/searching.ts'
import { sheetIntent } from './overlays/sheet/sheet.ts'
import { focusPane, nextPane, zoom } from './panes/inbox/focus.ts'
import { markAll, markRange, markRow, match, move, toFresh, toggleHelp } from './panes/inbox/moves.ts'
import { back, leave, open } from './panes/inbox/navigation.ts'
import { askPipe, copy, openFirst, openText, showRaw } from './panes/thread/handing.ts'
import {
  currentMessage,
  foldAll,
  type ThreadState,
  toggleColours,
  toggleFold,
} from './panes/thread/thread.ts'
import { resizePane, usualWidths } from './panes/widths.ts'
import { isDeed, onlyLooks } from './read-only.ts'
import type { State } from './state.ts'
import { andThen, type Step, say } from './step.ts'
import { hasColours } from './text/body-colours.ts'

/** Carries out what a key meant. */
export function perform(state: State, intent: Intent): Step {
  return state.readOnly && isDeed(intent) ? say(state, onlyLooks) : carryOut(state, intent)
}

function carryOut(state: State, intent: Intent): Step {
  switch (intent.type) {
    case 'pane':
      return intent.to === 'next' || intent.to === 'previous'
        ? nextPane(state, intent.to === 'next' ? 1 : -1)
        : focusPane(state, intent.to)
    case 'zoom':
    case 'size':
    case 'mouse':
      return arrange(state, intent)
    case 'move':
      return move(state, intent.by, intent.direction)
    case 'fresh':
      return toFresh(state)
    case 'open':
      return open(state)
    case 'back':
    case 'leave':
      return intent.type === 'back' ? back(state) : leave(state)
    case 'deed':
      return deed(state, intent.verb)
    case 'archive-thread':
      return archiveThread(state)
    case 'fail':
    case 'snooze':
      return intent.type === 'fail' ? askFailure(state) : askSnooze(state)
    case 'place':
      return placeDeed(state, intent.deed)
    case 'mark':
    case 'range':
    case 'mark-all':
      return { mark: markRow, range: markRange, 'mark-all': markAll }[intent.type](state)
    case 'undo':
      return takeBack(state)
    case 'redo':
      return [state, { type: 'reverse', direction: 'redo' }]
    case 'write':
      return write(state, intent.form)
    case 'search':
      return beginSearch(state)
    case 'hand-out':
      return handOut(state, intent.what)
    case 'find':
      return find(state, intent.what)
    case 'match':
      return match(state, intent.direction)
    case 'fold':
      return fold(state, intent.change)
    case 'history':
      return history(state)
    case 'stats':
    case 'timeline':
    case 'period':
      return sheetIntent(state, intent)
    case 'help':
      return toggleHelp(state)
    case 'redraw':
    case 'suspend':
      return [state, { type: intent.type }]
    case 'quit':
      return flush(state)
  }
}

/** What takes a message out of the program. */
function handOut(state: State, what: Extract<Intent, { type: 'hand-out' }>['what']): Step {
  const { overlay } = state
  switch (what) {
    case 'copy-id':
      return overlay.type === 'choice' ? copyChosen(state, overlay) : copy(state, 'id')
    case 'copy-body':
      return copy(state, 'body')
    case 'open-outside':
      return openOutside(state)
    case 'edit-chosen':
      return overlay.type === 'choice' ? openChosen(state, overlay, true) : [state]
    case 'open-text':
      return openText(state)
    case 'pipe':
      return askPipe(state)
    case 'raw':
      return showRaw(state)
  }
}

/** What finds things, and keeps what found them. */
function find(state: State, what: Extract<Intent, { type: 'find' }>['what']): Step {
  switch (what) {
    case 'filter':
      return beginFilter(state)
    case 'save-view':
      return askViewName(state)
    case 'delete-view':
      return askViewGone(state)
    case 'palette':
      return openPalette(state)
  }
}

/** How the screen is laid out. */
function arrange(state: State, intent: Extract<Intent, { type: 'size' | 'zoom' | 'mouse' }>): Step {
  if (intent.type === 'zoom') return zoom(state)
  if (intent.type === 'mouse') {
    const on = !state.mouse
    const told = on ? 'mouse on: Shift selects text' : 'mouse off'
    return andThen(
      [
        { ...state, mouse: on },
        { type: 'mouse', on },
      ],
      (next) => say(next, told),
    )
  }
  const { change } = intent
  const widths = change === 'usual' ? usualWidths : resizePane(state.widths, state.focus, change)
  return [
    { ...state, widths },
    { type: 'remember', widths },
  ]
}

function fold(state: State, change: Extract<Intent, { type: 'fold' }>['change']): Step {
  const { thread } = state
  if (thread === null) return [state]
  if (change === 'colours') return colours(state, thread)
  const next = change === 'toggle' ? toggleFold(thread) : foldAll(thread, change === 'open-all')
  return withDetails({ ...state, thread: next })
}

function colours(state: State, thread: ThreadState): Step {
  return hasColours(currentMessage(thread)?.body ?? '')
    ? [{ ...state, thread: toggleColours(thread) }]
    : say(state, 'This text brought no colours of its own.')
}

/** What is known of an opened message beyond its text: how far it came with its recipients. */
function withDetails(state: State): Step {
  const { thread } = state
  const message = thread?.cursor.message
  if (!thread || message === undefined || !thread.open.has(message) || thread.details.has(message))
    return [state]
  return [state, { type: 'load-details', message, history: false }]
}

function history(state: State): Step {
  const { thread } = state
  if (thread === null) return openFirst(state)
  const { message } = thread.cursor
  const details = thread.details.get(message)
  if (details === undefined || details.history === null) {
    const open = new Set([...thread.open, message])
    return [
      { ...state, thread: { ...thread, open } },
      { type: 'load-details', message, history: true },
    ]
  }
  const without = new Map([...thread.details, [message, { ...details, history: null }] as const])
  return [{ ...state, thread: { ...thread, details: without } }]
}
