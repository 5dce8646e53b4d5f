import type { Effect } from './effect.ts'
import { type HasSession, type State, withSession } from './state.ts'

/**
 * The result of an event: the next state, and the effects. A function that takes any state with the slices it needs
 * gives one of the same type.
 */
export type Step<S = State> = readonly [S, ...Effect[]]

/** One change after another, their effects in order. */
export function andThen<S>(step: Step<S>, next: (state: S) => Step<S>): Step<S> {
  const [state, ...effects] = step
  const [last, ...more] = next(state)
  return [last, ...effects, ...more]
}

export function all<S>(state: S, ...changes: readonly ((state: S) => Step<S>)[]): Step<S> {
  return changes.reduce<Step<S>>((step, change) => andThen(step, change), [state])
}

const shownFor = 6_000

export function say<S extends HasSession>(
  state: S,
  text: string,
  tone: 'plain' | 'problem' = 'plain',
): Step<S> {
  return [
    withSession(state, { toast: { text, tone } }),
    { type: 'wait', name: 'toast', milliseconds: shownFor },
  ]
}

/** A read-only screen's answer to a command that changes anything. */
export const onlyLooks = 'This screen is read-only: it was opened with --read-only.'
