import type { Effect } from './effect.ts'
import type { Event } from './event.ts'
import { meaningOf } from './keymap.ts'
import { answer, done } from './list/deeds.ts'
import { editField, insert } from './list/field.ts'
import { settle } from './list/list.ts'
import {
  askList,
  detailsLoaded,
  followSelection,
  listFailed,
  listLoaded,
  threadLoaded,
} from './list/loads.ts'
import { askRoster, refresh, refreshGently, rosterLoaded, slowDue } from './list/refresh.ts'
import { scopesHere } from './list/scopes.ts'
import { searchKey, searchNow, searchPaste } from './list/searching.ts'
import { perform } from './perform.ts'
import type { Overlay, State } from './state.ts'
import { all, andThen, type Step, say } from './step.ts'
import type { KeyEvent } from './terminal/key-event.ts'
import { keyLabel } from './terminal/key-label.ts'
import { followScreen, offered, stood, written } from './thread/showing.ts'
import { insideOf } from './view/layout.ts'
import { draftRefused, draftSaved, draftSent, dueDraftsFound, graceTick } from './writing/sending.ts'
import { addressesKnown, autosave, edited, formEvent, lineEvent } from './writing/writing-keys.ts'

/** All behaviour of the program: what an event makes of the state, and what is to be done about it. */
export function update(state: State, event: Event): Step {
  return andThen(react(state, event), followScreen)
}

function react(state: State, event: Event): Step {
  switch (event.type) {
    case 'key':
      return keyPressed(state, event)
    case 'paste':
      return pasted(state, event.text)
    case 'resize':
      return resized(state, event.columns, event.rows)
    case 'focus':
      return [{ ...state, focused: event.focused }]
    case 'started':
      return started(state)
    case 'changed':
      return refreshGently(state)
    case 'waited':
      return waited(state, event.name)
    case 'list-loaded':
      return andThen(listLoaded(state, event), catchUp)
    case 'list-failed':
      return andThen(listFailed(state, event), catchUp)
    case 'thread-loaded':
      return threadLoaded(state, event)
    case 'details-loaded':
      return detailsLoaded(state, event)
    case 'roster-loaded':
      return rosterLoaded(state, event)
    case 'attention-counted':
      return [{ ...state, roster: { ...state.roster, attention: event.count } }]
    case 'done':
      return done(state, event)
    case 'failed':
      return andThen(say(state, event.text, 'problem'), refresh)
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
      return draftRefused(state, event)
    case 'draft-gone':
      return refresh(state)
    case 'due-drafts':
      return dueDraftsFound(state, event)
    case 'addresses':
      return addressesKnown(state, event.names)
    case 'edited':
      return edited(state, event)
  }
}

const minute: Effect = { type: 'wait', name: 'minute', milliseconds: 20_000 }

function started(state: State): Step {
  const begin: readonly Effect[] = [minute, { type: 'due-drafts' }, { type: 'count-attention' }]
  return [...all(state, (state) => askList(state, 'first'), askRoster), ...begin]
}

function waited(state: State, name: Extract<Effect, { type: 'wait' }>['name']): Step {
  switch (name) {
    case 'toast':
      return [{ ...state, toast: null }]
    case 'search':
      return searchNow(state)
    case 'shown':
      return stood(state)
    case 'grace':
      return graceTick(state)
    case 'autosave':
      return autosave(state)
    // Ages grow and snoozes come due without anybody writing.
    case 'minute':
      return [...refreshGently(state), { type: 'count-attention' }, minute]
    case 'slow':
      return slowDue(state)
  }
}

/** The first rows are there, or will not come: what was pressed meanwhile is meant for them. */
function catchUp(state: State): Step {
  if (state.live || state.list.loading) return [state]
  return all(
    { ...state, live: true, early: [] },
    ...state.early.map((key) => (state: State) => keyPressed(state, key)),
  )
}

function keyPressed(state: State, key: KeyEvent): Step {
  const { overlay } = state
  const label = keyLabel(key)
  if (label === 'C-l') return perform(state, { type: 'redraw' })
  if (label === 'C-z') return perform(state, { type: 'suspend' })
  if (!state.live && label !== 'C-c') return [{ ...state, early: [...state.early, key] }]
  switch (overlay.type) {
    case 'search':
      return searchKey(state, overlay, key)
    case 'prompt':
      return promptKey(state, overlay, key)
    case 'form':
      return formEvent(state, overlay, key)
    case 'reply':
    case 'post':
      return lineEvent(state, overlay, key)
    case 'help':
    case 'none':
      return commandKey(state, key)
  }
}

/** Keys of the panes, one at a time or in a sequence. */
function commandKey(state: State, key: KeyEvent): Step {
  const label = keyLabel(key)
  const typed = [...state.pending, label]
  const meaning = meaningOf(scopesHere(state), typed)
  switch (meaning.type) {
    case 'intent':
      return perform({ ...state, pending: [] }, meaning.intent)
    case 'prefix':
      return [{ ...state, pending: typed }]
    case 'none':
      // A key that does not go on with a sequence gives the sequence up.
      return [{ ...state, pending: [] }]
  }
}

function promptKey(state: State, overlay: Extract<Overlay, { type: 'prompt' }>, key: KeyEvent): Step {
  if (key.name === 'escape' || (key.ctrl && key.name === 'c'))
    return [{ ...state, overlay: { type: 'none' } }]
  if (key.name === 'enter') return answer(state, overlay.question, overlay.field.text)
  return [{ ...state, overlay: { ...overlay, field: editField(overlay.field, key) } }]
}

function pasted(state: State, text: string): Step {
  const { overlay } = state
  switch (overlay.type) {
    case 'search':
      return searchPaste(state, overlay, text)
    case 'prompt':
      return [{ ...state, overlay: { ...overlay, field: insert(overlay.field, text) } }]
    case 'form':
      return formEvent(state, overlay, { type: 'paste', text })
    case 'reply':
    case 'post':
      return lineEvent(state, overlay, { type: 'paste', text })
    // Pasted text is never a command.
    case 'help':
    case 'none':
      return [state]
  }
}

function resized(state: State, columns: number, rows: number): Step {
  const next: State = { ...state, size: { columns, rows } }
  const list = next.list.loading ? next.list : settle(next.list, insideOf(next, 'inbox').rows)
  return followSelection({ ...next, list })
}
