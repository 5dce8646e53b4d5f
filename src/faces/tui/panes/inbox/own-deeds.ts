import type { Effect } from '../../effect.ts'
import type { Event } from '../../event.ts'
import type { State } from '../../state.ts'
import type { Step } from '../../step.ts'

/**
 * Deeds of one's own that are on their way, and the first question for rows whose answer tells the last of them; `null`
 * once that was answered. What leaves the list until then left by one's own hand.
 */
export type OwnDeeds = { readonly out: number; readonly until: number | null }

export const noDeeds: OwnDeeds = { out: 0, until: null }

const doing: readonly Effect['type'][] = ['deed', 'act', 'reverse', 'run-command']
const answers: readonly Event['type'][] = ['done', 'failed', 'command-ran', 'command-failed']

export function countDeeds([state, ...effects]: Step, event: Event): Step {
  const begun = effects.filter(({ type }) => doing.includes(type)).length
  const answered = answers.includes(event.type) && state.ownDeeds.out > 0
  if (begun === 0 && !answered) return [state, ...effects]
  const out = state.ownDeeds.out + begun - (answered ? 1 : 0)
  const until = answered ? state.asked.list : state.ownDeeds.until
  return [{ ...state, ownDeeds: { out, until } }, ...effects]
}

export function isOwnDoing({ ownDeeds: { out, until } }: State): boolean {
  return out > 0 || until !== null
}

/** The rows are there as they were when this was asked. */
export function deedsTold({ out, until }: OwnDeeds, request: number): OwnDeeds {
  return until === null || request < until ? { out, until } : { out, until: null }
}
