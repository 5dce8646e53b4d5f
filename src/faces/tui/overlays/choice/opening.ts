import { openFirst } from '../../panes/thread/handing.ts'
import { textHere } from '../../panes/thread/here.ts'
import type { State } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { type Openable, openablesOf } from './openable.ts'

/** What may be opened, one under the other, to be chosen from. */
export type ChoiceState = {
  readonly type: 'choice'
  readonly items: readonly Openable[]
  readonly chosen: number
}

/**
 * `o`: the only attachment at once; else what there is, to choose from. A link is opened by nobody who did not see all
 * of where it leads.
 */
export function openOutside(state: State): Step {
  const message = textHere(state)
  if (message === undefined) return openFirst(state)
  const items = openablesOf(message)
  const [first] = items
  if (first === undefined) return say(state, 'Nothing is attached to this message, and no link is in it.')
  if (items.length === 1 && first.type === 'file') return [state, { type: 'open-file', path: first.path }]
  return [{ ...state, overlay: { type: 'choice', items, chosen: 0 } }]
}

export function moveChoice(state: State, choice: ChoiceState, steps: number): Step {
  const chosen = Math.min(Math.max(choice.chosen + steps, 0), choice.items.length - 1)
  return [{ ...state, overlay: { ...choice, chosen } }]
}

/** Opens the chosen one in what is for it, or in `$EDITOR`. */
export function openChosen(state: State, { items, chosen }: ChoiceState, editor = false): Step {
  const item = items[chosen]
  const next: State = { ...state, overlay: { type: 'none' } }
  if (item === undefined) return [next]
  if (item.type === 'file') return [next, { type: 'open-file', path: item.path, ...(editor && { editor }) }]
  if (editor) return say(state, 'A link is no file: Enter opens it, y copies it.')
  return [next, { type: 'open-link', target: item.target }]
}

export function copyChosen(state: State, { items, chosen }: ChoiceState): Step {
  const item = items[chosen]
  if (item === undefined) return [state]
  return item.type === 'file'
    ? [state, { type: 'copy', text: item.path, what: 'the path' }]
    : [state, { type: 'copy', text: item.target, what: 'the link' }]
}
