import type { Intent } from '../keymap.ts'
import type { State } from '../state.ts'
import { layoutOf } from './layout.ts'

/** What a newcomer needs first: how to go in and out, answer, put away, and find the rest. */
const order: readonly string[] = [
  ...['help', 'open', 'back', 'reply', 'archive', 'compose', 'pane', 'search', 'palette'],
  ...['handoff', 'ack', 'complete', 'undo', 'snooze', 'process', 'filter', 'fold', 'history'],
]

/** The lower, the sooner it is told where there is little room. Keys of a place are told before all that works anywhere. */
export function weightOf(intent: Intent, state: State): number {
  const name = nameOf(intent)
  if (name === 'pane' && layoutOf(state).length === 3) return order.length
  // In the thread Enter folds a message, which is open already.
  if (name === 'open' && state.focus === 'thread') return order.length
  const at = order.indexOf(name)
  return at >= 0 ? at + 1 : intent.type === 'place' ? 4.5 : order.length + 1
}

function nameOf(intent: Intent): string {
  switch (intent.type) {
    case 'write':
      return intent.form
    case 'deed':
      return intent.verb
    case 'find':
      return intent.what
    default:
      return intent.type
  }
}
