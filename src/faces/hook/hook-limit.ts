import { type Harness, harnesses } from '../../domain/harness.ts'
import type { HookEvent } from './hook-event.ts'

/** As much as one answer may have: a coding agent cuts, or throws away, what is longer. */
export type HookLimit = NonNullable<Harness['hookLimit']>

/** Within the limit of every coding agent: a text has at least as many bytes as characters. */
export const strictestLimit: HookLimit = { most: 10_000, unit: 'bytes' }

/** The limit of the coding agent that the event names, otherwise of the only one that marked the environment. */
export function limitOf({ harness }: Pick<HookEvent, 'harness'>, marked: readonly Harness[]): HookLimit {
  const told = harnesses.find(({ name }) => name === harness)
  const known = told ?? (marked.length === 1 ? marked[0] : undefined)
  return known?.hookLimit ?? strictestLimit
}
