import type { Unequal } from './history.ts'
import type { Step } from './steps.ts'

/** A difference between the SQL stores that is known, with the design that removes it or the reason why none does. */
export type Known = {
  readonly name: string
  readonly what: string
  readonly removedBy: 'nothing: matching stays with the engine'
  /** Whether this is why two answers differ. */
  explains(unequal: Unequal): boolean
  /** Messages get other numbers or other states, so nothing after it can be compared. */
  readonly parts?: true
  /** The smallest history in which it occurs, after the opening. */
  readonly occurs: readonly Partial<Step>[]
}

const written = (subject: string, body: string): Partial<Step> => ({
  ...{ as: 'alice', operation: 'send', input: { to: ['bob'], subject, body } },
})

export const known: readonly Known[] = [
  {
    name: 'order of the best hits',
    what: 'Each engine ranks the hits of a search in its own way.',
    removedBy: 'nothing: matching stays with the engine',
    explains: ({ step, path }) =>
      step.operation === 'search' && step.input['best'] === true && path.includes('.messages'),
    occurs: [
      written('Build', 'once'),
      written('Other words', 'build build build'),
      written('Build again', `${'long '.repeat(40)}build`),
      { as: 'alice', operation: 'search', input: { query: ['build'], best: true } },
    ],
  },
]
