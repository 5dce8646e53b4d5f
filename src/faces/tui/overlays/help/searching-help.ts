import { editField, emptyField, isGivenUp } from '../../compose/editor/field.ts'
import type { Field } from '../../model/editor.ts'
import type { HelpState } from '../../model/overlay.ts'
import type { HasClock, HasOverlay, OnScreen } from '../../state.ts'
import type { Step } from '../../step.ts'
import type { KeyEvent } from '../../terminal/key-event.ts'
import { moveOverlay } from '../scroll.ts'

export const openedHelp: HelpState = { type: 'help', top: 0, field: emptyField, typing: false }

/** `/` in the help: what is typed narrows it. */
export function searchHelp<S extends HasOverlay>(state: S): Step<S> {
  const { overlay } = state
  return overlay.type === 'help' ? [{ ...state, overlay: { ...overlay, typing: true } }] : [state]
}

export function helpKey<S extends OnScreen & HasClock>(state: S, help: HelpState, key: KeyEvent): Step<S> {
  if (isGivenUp(key)) return [{ ...state, overlay: { ...help, field: emptyField, typing: false, top: 0 } }]
  switch (key.name) {
    case 'enter':
      return [{ ...state, overlay: { ...help, typing: false } }]
    case 'down':
      return moveOverlay(state, 'row', 1)
    case 'up':
      return moveOverlay(state, 'row', -1)
  }
  const field = editField(help.field, key)
  return field === help.field ? [state] : helpTyped(state, help, field)
}

export function helpTyped<S extends HasOverlay>(state: S, help: HelpState, field: Field): Step<S> {
  return [{ ...state, overlay: { ...help, field, top: 0 } }]
}
