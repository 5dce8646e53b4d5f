import { type Harness, harnesses } from '../../domain/harness.ts'
import type { HookEvent } from './hook-event.ts'

/** As much as one answer may have: a coding agent cuts, or throws away, what is longer. */
export type HookLimit = NonNullable<Harness['hookLimit']>

/** Within the limit of every coding agent: a text has at least as many bytes as characters. */
export const strictestLimit: HookLimit = { most: 10_000, unit: 'bytes' }

/** The event with its coding agent. An event that names none belongs to the agent that marked the environment, if there is only one. */
export function readBy(event: HookEvent, marked: readonly Harness[]): HookEvent {
  const [only] = marked.length === 1 ? marked : []
  return { ...event, harness: event.harness ?? only?.name ?? null }
}

/** The limit of the coding agent that reads the answer. */
export function limitOf({ harness }: Pick<HookEvent, 'harness'>): HookLimit {
  return harnesses.find(({ name }) => name === harness)?.hookLimit ?? strictestLimit
}
