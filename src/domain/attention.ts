import type { Letter } from './message.ts'

/** Why something needs a person, most serious first. */
export const attentionReasons = [
  'urgent',
  'escalation',
  'deadlock',
  'silent',
  'abandoned',
  'queue-failed',
  'waiting',
  'queue-paused',
  'dead',
  'request-failed',
  'failed',
  'overdue',
  'unanswered',
] as const

export type AttentionReason = (typeof attentionReasons)[number]

/**
 * Why one of your own copies needs you; `null` if it can wait. `overdueBefore`: owed mail sent before this time is
 * overdue.
 */
export function attentionOf({ message, delivery }: Letter, overdueBefore: number): AttentionReason | null {
  if (delivery === null) return null
  if (delivery.box === 'dead') return 'dead'
  if (delivery.box === 'failed') return 'failed'
  if (message.kind === 'escalation') return 'escalation'
  if (message.priority === 'urgent' && delivery.box === 'unread') return 'urgent'
  return delivery.owes && message.sentAt < overdueBefore ? 'overdue' : null
}

/** Problems that your own inbox does not show. */
const troubles: readonly AttentionReason[] = ['deadlock', 'silent', 'abandoned', 'queue-failed', 'dead']

/** Problems of the swarm itself, which are not visible in a mailbox. */
export function inTrouble(rows: readonly { readonly why: AttentionReason }[]): boolean {
  return rows.some(({ why }) => troubles.includes(why))
}

/** Most serious first; within a kind, longest wait first. */
export function byGravity(
  one: { readonly why: AttentionReason; readonly since: string | null },
  other: { readonly why: AttentionReason; readonly since: string | null },
): number {
  const graver = attentionReasons.indexOf(one.why) - attentionReasons.indexOf(other.why)
  return graver !== 0 ? graver : (one.since ?? '').localeCompare(other.since ?? '')
}
