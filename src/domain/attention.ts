import type { Letter } from './message.ts'

/** Why something needs a person, the gravest first. */
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

/** Why a copy of one's own needs one; `null` where it can wait. `overdueBefore` is when what is owed was due. */
export function attentionOf({ message, delivery }: Letter, overdueBefore: number): AttentionReason | null {
  if (delivery === null) return null
  if (delivery.box === 'dead') return 'dead'
  if (delivery.box === 'failed') return 'failed'
  if (message.kind === 'escalation') return 'escalation'
  if (message.priority === 'urgent' && delivery.box === 'unread') return 'urgent'
  return delivery.owes && message.sentAt < overdueBefore ? 'overdue' : null
}

/** What one's own inbox does not show by itself. */
const troubles: readonly AttentionReason[] = ['deadlock', 'silent', 'abandoned', 'queue-failed', 'dead']

/** Something is wrong with the swarm itself, which a look at one's inbox would miss. */
export function inTrouble(rows: readonly { readonly why: AttentionReason }[]): boolean {
  return rows.some(({ why }) => troubles.includes(why))
}

/** The gravest first, of one kind what waits longest. */
export function byGravity(
  one: { readonly why: AttentionReason; readonly since: string | null },
  other: { readonly why: AttentionReason; readonly since: string | null },
): number {
  const graver = attentionReasons.indexOf(one.why) - attentionReasons.indexOf(other.why)
  return graver !== 0 ? graver : (one.since ?? '').localeCompare(other.since ?? '')
}
