import type { PresenceValue } from '../../../values/supervision-schema.ts'

/** The other screens at the same mail. `terminal` is the name of this screen; `null` announces none. */
export type Pair = {
  readonly terminal: string | null
  readonly others: readonly PresenceValue[]
  /** The last announcement of this screen. */
  readonly told: Where | null
}

export type Where = {
  readonly thread: string | null
  readonly replying: boolean
  /** The agent that one acts as. */
  readonly acting: string | null
}

export const alone: Pair = { terminal: null, others: [], told: null }

/** The name of another screen's person; the same person at another screen is "you elsewhere". */
export function otherName(self: string, who: string): string {
  return who === self ? 'you elsewhere' : who
}

/** Asks who else sits at this mail. */
export const lookAround = { type: 'load-presence' } as const
