import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import { withPanes } from '../state.ts'
import type { Step } from '../step.ts'

const doing: readonly Effect['type'][] = ['change', 'change-all', 'call', 'reverse', 'run-command']
const answers: readonly Event['type'][] = ['done', 'failed', 'command-ran', 'command-failed', 'undo-found']

/** Counts your own changes that are under way: one for each effect that changes mail, until its answer. */
export function countChanges([state, ...effects]: Step, event: Event): Step {
  const begun = effects.filter(({ type }) => doing.includes(type)).length
  const answered = answers.includes(event.type) && state.panes.ownChanges.out > 0
  if (begun === 0 && !answered) return [state, ...effects]
  const out = state.panes.ownChanges.out + begun - (answered ? 1 : 0)
  const until = answered ? state.panes.asked.list : state.panes.ownChanges.until
  return [withPanes(state, { ownChanges: { out, until } }), ...effects]
}
