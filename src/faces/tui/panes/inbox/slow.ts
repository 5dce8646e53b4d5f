import { type Source, type State, withClock } from '../../state.ts'
import type { Step } from '../../step.ts'

/** Gathered from many mailboxes: asked for once the selection rests, and seldom again. */
export function isSlow({ type }: Source): boolean {
  return type === 'owed' || type === 'attention' || type === 'task'
}

const rests = { soon: 120, later: 3_000 } as const

export function lookLater(state: State, when: keyof typeof rests): Step {
  if (when === 'later' && state.clock.later) return [state]
  return [withClock(state, { later: true }), { type: 'wait', name: 'slow', milliseconds: rests[when] }]
}
