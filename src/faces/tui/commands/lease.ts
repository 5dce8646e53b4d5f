import { withKeys } from '../keymap.ts'
import { messageHere } from '../panes/thread/here.ts'
import type { State } from '../state.ts'

export function hasLease(state: State): true | string {
  const lease = messageHere(state)?.lease ?? null
  return lease !== null || withKeys(state.keymap, 'This item is not claimed: {claim} claims the next one.')
}
