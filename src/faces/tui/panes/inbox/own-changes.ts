import type { Effect } from '../../effect.ts'
import type { Event } from '../../event.ts'
import type { State } from '../../state.ts'
import type { Step } from '../../step.ts'

/**
 * Your own changes that are under way, and the first request for rows whose answer shows the last of them; `null` once
 * that was answered. Rows that leave the list until then left by your own hand.
 */
export type OwnChanges = { readonly out: number; readonly until: number | null }

export const noChanges: OwnChanges = { out: 0, until: null }

const doing: readonly Effect['type'][] = ['change', 'call', 'reverse', 'run-command']
const answers: readonly Event['type'][] = ['done', 'failed', 'command-ran', 'command-failed']

export function countChanges([state, ...effects]: Step, event: Event): Step {
  const begun = effects.filter(({ type }) => doing.includes(type)).length
  const answered = answers.includes(event.type) && state.ownChanges.out > 0
  if (begun === 0 && !answered) return [state, ...effects]
  const out = state.ownChanges.out + begun - (answered ? 1 : 0)
  const until = answered ? state.asked.list : state.ownChanges.until
  return [{ ...state, ownChanges: { out, until } }, ...effects]
}

export function isOwnChange({ ownChanges: { out, until } }: State): boolean {
  return out > 0 || until !== null
}

/** The rows are there as they were when this was asked. */
export function changesTold({ out, until }: OwnChanges, request: number): OwnChanges {
  return until === null || request < until ? { out, until } : { out, until: null }
}
