import type { Effect } from './effect.ts'
import { type State, withSession } from './state.ts'

/** The result of an event: the next state, and the effects. */
export type Step = readonly [State, ...Effect[]]

/** One change after another, their effects in order. */
export function andThen(step: Step, next: (state: State) => Step): Step {
  const [state, ...effects] = step
  const [last, ...more] = next(state)
  return [last, ...effects, ...more]
}

export function all(state: State, ...changes: readonly ((state: State) => Step)[]): Step {
  return changes.reduce<Step>((step, change) => andThen(step, change), [state])
}

const shownFor = 6_000

export function say(state: State, text: string, tone: 'plain' | 'problem' = 'plain'): Step {
  return [
    withSession(state, { toast: { text, tone } }),
    { type: 'wait', name: 'toast', milliseconds: shownFor },
  ]
}
