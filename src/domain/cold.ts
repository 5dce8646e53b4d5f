import type { Box, Delivery } from './delivery.ts'
import { owesAnswer } from './outcome.ts'

/** Boxes in which mail is settled once it has expired. Mail in progress, done or archived has no such end. */
const lapsing: ReadonlySet<Box> = new Set(['unread', 'read', 'failed'])

/**
 * Whether a copy no longer keeps its message in the hot store: it is archived, or it is expired
 * and owes no answer; and it is neither pinned nor held.
 * `clock` is the owner's clock, which stops while the owner is frozen.
 */
export function isSettled(copy: Delivery, now: number, clock: number): boolean {
  if (copy.pinned || (copy.heldUntil !== null && copy.heldUntil > now)) return false
  // Archiving ends a debt; expiry does not.
  if (copy.box === 'archived') return true
  if (owesAnswer(copy)) return false
  if (copy.box === 'expired' || copy.box === 'retracted') return true
  return lapsing.has(copy.box) && copy.expiresAt !== null && copy.expiresAt <= clock
}

/** Of four digits' years the first moment and the last day: what was brought from elsewhere may lie beyond. */
const [first, last] = [Date.parse('0000-01-01'), Date.parse('9999-12-31')]

/** The cold file that a message goes to: its month, in UTC. */
export function coldFileOf(sentAt: number): string {
  return `${new Date(Math.max(first, Math.min(sentAt, last))).toISOString().slice(0, 7)}.jsonl`
}
