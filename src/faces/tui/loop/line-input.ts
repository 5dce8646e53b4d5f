import { typedInto } from '../commands/perform.ts'
import { lineField } from '../compose/editor/editor.ts'
import { isYesOrNo } from '../compose/editor/line-view.ts'
import { lineTyped } from '../compose/writing-keys.ts'
import type { Event } from '../event.ts'
import type { Field } from '../model/editor.ts'
import { readOffers } from '../overlays/choosing-times.ts'
import { helpTyped } from '../overlays/help/searching-help.ts'
import { paletteTyped } from '../overlays/palette/palette.ts'
import { typedOn } from '../overlays/search/query-typing.ts'
import type { HasClock, HasOverlay, OnScreen, State } from '../state.ts'
import { andThen, type Step } from '../step.ts'
import type { KeyEvent } from '../terminal/key-event.ts'
import { comesEarly } from './type-ahead.ts'

/** The value of the focused one-line input, or `null` if no line has the focus. */
export function lineOf({ overlay }: HasOverlay): Field | null {
  switch (overlay.type) {
    case 'search':
    case 'filter':
    case 'palette':
      return overlay.field
    // Its letter is the answer, and no text.
    case 'prompt':
      return isYesOrNo(overlay) ? null : overlay.field
    case 'reply':
    case 'post':
      return lineField(overlay.line)
    case 'help':
      return overlay.typing ? overlay.field : null
    case 'form':
    case 'result':
    case 'choice':
    case 'journal':
    case 'sheet':
    case 'none':
      return null
  }
}

/** Stores a new value of the focused line. */
export function lineChanged(state: State, field: Field): Step {
  const { overlay } = state
  switch (overlay.type) {
    case 'search':
    case 'filter':
      return typedOn(state, { ...overlay, field })
    case 'palette':
      return paletteTyped(state, overlay, field)
    case 'prompt':
      if (isYesOrNo(overlay)) return [state]
      return andThen(typedInto(state, overlay, field), readOffers)
    case 'reply':
    case 'post':
      return lineTyped(state, overlay, field)
    case 'help':
      return helpTyped(state, overlay, field)
    case 'form':
    case 'result':
    case 'choice':
    case 'journal':
    case 'sheet':
    case 'none':
      return [state]
  }
}

/** The text that a key types, or `null` for every other key. */
export function lettersOf({ text, ctrl, alt }: KeyEvent): string | null {
  return text === '' || ctrl || alt ? null : text
}

/** Types letters into the drawn line input, with `line` as its value. Returns its new value, or `null` if none is drawn. */
export type TypeInto = (line: Field, letters: string) => Field | null

/**
 * Sends a letter for the focused line through its input on the screen, and returns the input's new value as the event.
 * Other events, and letters that must wait, stay as they are. `show` draws the current state.
 */
export function throughInput(
  state: OnScreen & HasClock,
  event: Event,
  type: TypeInto | null,
  show: () => void,
): Event {
  if (type === null || event.type !== 'key') return event
  const line = lineOf(state)
  const letters = lettersOf(event)
  if (line === null || letters === null || comesEarly(state, event)) return event
  let field = type(line, letters)
  if (field === null) {
    show()
    field = type(line, letters)
  }
  return field === null ? event : { type: 'input', field }
}
