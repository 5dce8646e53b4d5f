import { answer } from './deeds/deeds.ts'
import { editField, insert, isGivenUp } from './editor/field.ts'
import { filterKey, filterPaste } from './finding/filtering.ts'
import { searchKey, searchPaste } from './finding/searching.ts'
import { meaningOf } from './keymap.ts'
import { meantElsewhere } from './keys/elsewhere.ts'
import { scopesHere } from './list/scopes.ts'
import { paletteKey, palettePaste } from './palette/palette.ts'
import { perform } from './perform.ts'
import type { Overlay, State } from './state.ts'
import { andThen, type Step, say } from './step.ts'
import type { KeyEvent } from './terminal/key-event.ts'
import { keyLabel } from './terminal/key-label.ts'
import { formEvent, lineEvent } from './writing/writing-keys.ts'

/** A key goes to what lies on top: an overlay that takes keys, else the panes. */
export function keyPressed(state: State, key: KeyEvent): Step {
  const { overlay } = state
  const label = keyLabel(key)
  if (label === 'C-l') return perform(state, { type: 'redraw' })
  if (label === 'C-z') return perform(state, { type: 'suspend' })
  if (isEarly(state) && !['C-c', 'Esc'].includes(label)) return [{ ...state, early: [...state.early, key] }]
  switch (overlay.type) {
    case 'filter':
      return filterKey(state, overlay, key)
    case 'search':
      return searchKey(state, overlay, key)
    case 'prompt':
      return promptKey(state, overlay, key)
    case 'form':
      return formEvent(state, overlay, key)
    case 'palette':
      return paletteKey(state, overlay, key)
    case 'reply':
    case 'post':
      return lineEvent(state, overlay, key)
    case 'help':
    case 'result':
    case 'choice':
    case 'sheet':
    case 'none':
      return commandKey(state, key)
  }
}

/** What is pressed now is meant for what has yet to come: the first rows, what is searched for, or what the palette was told to do. */
function isEarly({ live, overlay, list, focus }: State): boolean {
  const isSought =
    overlay.type === 'none' && focus === 'inbox' && list.loading && list.source.type === 'search'
  return !live || isSought || (overlay.type === 'palette' && overlay.entered)
}

/** Keys of the panes, one at a time or in a sequence. */
function commandKey(state: State, key: KeyEvent): Step {
  const label = keyLabel(key)
  const typed = [...state.pending, label]
  const meaning = meaningOf(scopesHere(state), typed, state.keymap)
  switch (meaning.type) {
    case 'intent':
      return perform({ ...state, pending: [] }, meaning.intent)
    case 'prefix':
      return [{ ...state, pending: typed }]
    case 'none':
      // A key that does not go on with a sequence gives the sequence up.
      return nothing({ ...state, pending: [] }, typed)
  }
}

/** Who presses a key where it does nothing is told where it does. */
function nothing(state: State, typed: readonly string[]): Step {
  const elsewhere = state.overlay.type === 'none' ? meantElsewhere(state.keymap, typed) : null
  return elsewhere === null ? [state] : say(state, elsewhere)
}

function promptKey(state: State, overlay: Extract<Overlay, { type: 'prompt' }>, key: KeyEvent): Step {
  if (isGivenUp(key)) return [{ ...state, overlay: { type: 'none' } }]
  if (key.name === 'enter') return answer(state, overlay.question, overlay.field.text)
  return [{ ...state, overlay: { ...overlay, field: editField(overlay.field, key) } }]
}

/** Nobody sends half a text without knowing it. */
export function tellCut(step: Step): Step {
  return andThen(step, (next) =>
    say(next, 'Only the first 4 MB of that were pasted. Attach a file instead.', 'problem'),
  )
}

export function pasted(state: State, text: string): Step {
  const { overlay } = state
  switch (overlay.type) {
    case 'filter':
      return filterPaste(state, overlay, text)
    case 'search':
      return searchPaste(state, overlay, text)
    case 'prompt':
      return [{ ...state, overlay: { ...overlay, field: insert(overlay.field, text) } }]
    case 'form':
      return formEvent(state, overlay, { type: 'paste', text })
    case 'reply':
    case 'post':
      return lineEvent(state, overlay, { type: 'paste', text })
    case 'palette':
      return palettePaste(state, overlay, text)
    // Pasted text is never a command.
    case 'result':
    case 'choice':
    case 'sheet':
    case 'help':
    case 'none':
      return [state]
  }
}
