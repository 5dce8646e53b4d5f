import type { HasOverlay, Overlay, State } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import type { ChoiceState } from './choice-state.ts'
import type { Openable, Ruling } from './openable.ts'
import { rule } from './ruling.ts'

export function moveChoice<S extends HasOverlay>(state: S, choice: ChoiceState, steps: number): Step<S> {
  const chosen = Math.min(Math.max(choice.chosen + steps, 0), choice.items.length - 1)
  return [{ ...state, overlay: { ...choice, chosen } }]
}

/** Opens the chosen one with the program for it, or in `$EDITOR`. */
export function openChosen(state: State, editor = false): Step {
  const item = chosenOf(state.overlay)
  const next: State = { ...state, overlay: { type: 'none' } }
  if (item === undefined) return [next]
  const { overlay } = state
  if (overlay.type === 'choice' && overlay.decides !== undefined)
    return rule(next, overlay.decides.message, item)
  if (item.type === 'option' || item.type === 'other') return [next]
  if (item.type === 'file') return [next, { type: 'open-file', path: item.path, ...(editor && { editor }) }]
  if (editor) return say(state, 'A link cannot be edited: Enter opens it, y copies it.')
  return [next, { type: 'open-link', target: item.target }]
}

export function copyChosen<S extends HasOverlay>(state: S): Step<S> {
  const item = chosenOf(state.overlay)
  if (item === undefined || item.type === 'other') return [state]
  if (item.type === 'option') return [state, { type: 'copy', text: item.text, what: 'the option' }]
  return item.type === 'file'
    ? [state, { type: 'copy', text: item.path, what: 'the path' }]
    : [state, { type: 'copy', text: item.target, what: 'the link' }]
}

function chosenOf(overlay: Overlay): Openable | Ruling | undefined {
  return overlay.type === 'choice' ? overlay.items[overlay.chosen] : undefined
}
