import type { DeadlockReason } from './debate.ts'

/** Why a debate does not move, in words. */
export function deadlockWords(reason: DeadlockReason, rounds: number): string {
  return reason === 'counters'
    ? 'deadlocked: repeated counters without evidence'
    : `deadlocked after ${rounds} rounds`
}
