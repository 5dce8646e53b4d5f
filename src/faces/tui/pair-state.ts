import type { PresenceValue } from '../../operations/supervision/schema.ts'

/** Who else sits at the same mail. `terminal` is what this screen is called; `null` tells nobody of itself. */
export type Pair = {
  readonly terminal: string | null
  readonly others: readonly PresenceValue[]
  /** What was told of this screen last. */
  readonly told: Where | null
}

export type Where = { readonly thread: string | null; readonly replying: boolean }

export const alone: Pair = { terminal: null, others: [], told: null }

/** Asks who else sits at this mail. */
export const lookAround = { type: 'load-presence' } as const
