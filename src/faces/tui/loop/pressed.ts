import { commandOf, idOf } from '../commands/index.ts'
import { meantElsewhere } from '../commands/keys/elsewhere.ts'
import { answer, giveUp, perform, typedInto } from '../commands/perform.ts'
import { editorKeys } from '../compose/editor/editor.ts'
import { editField, insert, isGivenUp } from '../compose/editor/field.ts'
import { isYesOrNo } from '../compose/editor/line-view.ts'
import { formEvent, lineEvent } from '../compose/writing-keys.ts'
import { type Binding, meaningOf, withKeys } from '../keymap.ts'
import { chooseOffer, readOffers } from '../overlays/choosing-times.ts'
import { helpKey } from '../overlays/help/searching-help.ts'
import { paletteKey } from '../overlays/palette/palette.ts'
import { filterKey } from '../overlays/search/filtering.ts'
import { searchKey } from '../overlays/search/searching.ts'
import { scopesHere } from '../panes/inbox/scopes.ts'
import { type Dialog, type OnScreen, type Overlay, type State, withSession } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { type KeyEvent, key, keyLabel, type Typed } from '../terminal/key-event.ts'
import { lettersOf, lineChanged, lineOf } from './line-input.ts'
import { comesEarly } from './type-ahead.ts'

/** A key goes to the state it is meant for; if that has not arrived, it waits. */
export function typed(state: State, event: Typed): Step {
  if (event.type === 'key') {
    const label = keyLabel(event)
    if (label === 'C-j' && !isKeyHere(state, label)) return typed(state, enter)
    if (label === 'C-l') return perform(state, 'everywhere.redraw')
    if (label === 'C-z') return perform(state, 'everywhere.suspend')
    if (event.apart !== undefined && !isKeyHere(state, label)) return afterEscape(state, event.apart)
  }
  if (event.type === 'key' && isRestOfAnswer(state, event)) return [withSession(state, { answeredAt: null })]
  if (comesEarly(state, event))
    return [withSession(state, { early: [...state.session.early, event], earlyAt: state.clock.now })]
  if (event.type === 'key')
    return keyAnswered(keyLabel(event) === 'Esc' ? withSession(state, { early: [] }) : state, event)
  return event.cut ? tellCut(pasted(state, event.text)) : pasted(state, event.text)
}

/** People type Enter after a letter out of habit. It comes within this time, ms. */
const habit = 300

/** Enter right after a letter that answered a question belongs to the answer: what is open by then gets no key. */
function isRestOfAnswer({ session: { answeredAt }, clock: { now } }: State, key: KeyEvent): boolean {
  return answeredAt !== null && now - answeredAt <= habit && keyLabel(key) === 'Enter'
}

/** A question that one letter answers is open: the one in the footer, or whether a draft is kept. */
function asksLetter({ overlay }: State): boolean {
  return overlay.type === 'form' ? overlay.form.asking : overlay.type === 'prompt' && isYesOrNo(overlay)
}

/** The time of the answer is kept; any other key ends the habit. */
function keyAnswered(state: State, key: KeyEvent): Step {
  const [next, ...effects] = keyPressed(state, key)
  const answered = asksLetter(state) && !asksLetter(next) && lettersOf(key) !== null
  const answeredAt = answered ? state.clock.now : null
  return answeredAt === next.session.answeredAt
    ? [next, ...effects]
    : [withSession(next, { answeredAt }), ...effects]
}

/** Keys with Alt in forms that are not the editor's. */
const formKeys = ['Alt-q', 'Alt-r']

/** Whether it means something here as it is: as one key that is held with Alt, or with Ctrl. */
function isKeyHere(state: OnScreen, label: string): boolean {
  const { type } = state.overlay
  if (type === 'form' || type === 'reply' || type === 'post')
    return editorKeys.includes(label) || formKeys.includes(label)
  // A question that one letter answers has no line.
  const isLine = type === 'prompt' || lineOf(state) !== null
  return isLine ? label === 'Alt-Backspace' : meansHere(state, label)
}

function meansHere(state: OnScreen, label: string): boolean {
  return meaningOf(scopesHere(state), [...state.session.pending, label], state.session.keymap).type !== 'none'
}

/** Escape and a key at once. Perhaps this was Alt-n, so a written text is thrown away only after a question. */
function afterEscape(state: State, key: KeyEvent): Step {
  return andThen(typed(state, alone), (next) => (isThrownAway(next.overlay, key) ? [next] : typed(next, key)))
}

function isThrownAway(overlay: Overlay, { name }: KeyEvent): boolean {
  return overlay.type === 'form' && overlay.form.asking && name.toLowerCase() === 'n'
}

/** Text typed before the terminal sent single keys has `C-j` for Enter. */
const enter = key('enter')
const alone = key('escape')

/** A key goes to the top layer: an overlay that takes keys, else the panes. */
function keyPressed(state: State, key: KeyEvent): Step {
  const { overlay } = state
  const line = lineOf(state)
  const letters = lettersOf(key)
  if (line !== null && letters !== null) return lineChanged(state, insert(line, letters))
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
      return overlay.typing ? helpKey(state, overlay, key) : commandKey(state, key)
    case 'result':
    case 'choice':
    case 'journal':
    case 'sheet':
    case 'none':
      return commandKey(state, key)
  }
}

/** Keys of the panes, one at a time or in a sequence. */
function commandKey(state: State, key: KeyEvent): Step {
  const label = keyLabel(key)
  const typed = [...state.session.pending, label]
  const meaning = meaningOf(scopesHere(state), typed, state.session.keymap)
  switch (meaning.type) {
    case 'command':
      return orSaid(withSession(state, { pending: [] }), meaning.binding, typed)
    case 'prefix':
      return [withSession(state, { pending: typed })]
    case 'none':
      // A key that does not go on with a sequence gives the sequence up.
      return nothing(withSession(state, { pending: [] }), typed)
  }
}

/** Runs a command. A key that changed nothing says so. */
function orSaid(state: State, binding: Binding, typed: readonly string[]): Step {
  const step = perform(state, idOf(binding))
  const isSilent = step.length === 1 && step[0] === state && commandOf(binding).moves !== true
  return isSilent ? nothing(state, typed) : step
}

/** A key without a meaning here says where it has one, or that it has none. */
function nothing<S extends Dialog>(state: S, typed: readonly string[]): Step<S> {
  const { keymap } = state.session
  // A sequence is given up.
  if (typed.length > 1 && typed.at(-1) === 'Esc') return [state]
  const elsewhere = state.overlay.type === 'none' ? meantElsewhere(keymap, typed) : null
  return say(
    state,
    elsewhere ?? withKeys(keymap, `${typed.join('')} does nothing here. {help} lists the keys.`),
  )
}

function promptKey(state: State, overlay: Extract<Overlay, { type: 'prompt' }>, key: KeyEvent): Step {
  if (isGivenUp(key)) return giveUp(state, overlay)
  if (isYesOrNo(overlay)) {
    const letter = key.text.toLowerCase()
    return letter === 'y' || letter === 'n' ? answer(state, overlay, letter) : [state]
  }
  if (key.name === 'enter') return answer(state, overlay, overlay.field.text)
  if (overlay.offers !== undefined && (key.name === 'down' || key.name === 'up'))
    return chooseOffer(state, overlay, key.name === 'down' ? 1 : -1)
  return andThen(typedInto(state, overlay, editField(overlay.field, key)), readOffers)
}

/** Nobody sends half a text without knowing it. */
function tellCut(step: Step): Step {
  return andThen(step, (next) =>
    say(next, 'Only the first 4 MB were pasted. Attach a file instead.', 'problem'),
  )
}

/** Pasted text goes into what is written, or into the line; it is never a command. */
function pasted(state: State, text: string): Step {
  const { overlay } = state
  if (overlay.type === 'form') return formEvent(state, overlay, { type: 'paste', text })
  if (overlay.type === 'reply' || overlay.type === 'post')
    return lineEvent(state, overlay, { type: 'paste', text })
  const line = lineOf(state)
  return line === null ? [state] : lineChanged(state, insert(line, text))
}
