import { type HasClock, type HasPanes, type Source, withClock } from '../../state.ts'
import type { Step } from '../../step.ts'

/** Gathered from many mailboxes: asked for once the selection rests, and seldom again. */
export function isSlow({ type }: Source): boolean {
  return type === 'owed' || type === 'attention' || type === 'task'
}

const soon = 120
const later = 3_000
/** Rows that are dealt with leave at once, or almost. */
const laterInAttention = 600

export function lookLater<S extends HasPanes & HasClock>(state: S, when: 'soon' | 'later'): Step<S> {
  if (when === 'later' && state.clock.later) return [state]
  const rest = state.panes.list.source.type === 'attention' ? laterInAttention : later
  const milliseconds = when === 'soon' ? soon : rest
  return [withClock(state, { later: true }), { type: 'wait', name: 'slow', milliseconds }]
}
