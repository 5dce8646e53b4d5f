/**
 * Why something needs a person, most serious first. Each reason has one place where it is found
 * (`src/operations/attention`), one heading here and one remedy on the screen.
 */
export const attentionReasons = [
  'asks',
  'escalation',
  'caller-waits',
  'request-failed',
  'failed',
  'loop',
  'deadlock',
  'silent',
  'unheard',
  'unhooked',
  'abandoned',
  'waiting',
  'undelivered',
  'past-due',
  'dead',
  'queue-failed',
  'queue-paused',
  'overdue',
  'unanswered',
  'urgent',
] as const

export type AttentionReason = (typeof attentionReasons)[number]

/** All that needs a person for one reason. `agents`: how many agents it is about. */
export type AttentionGroup = {
  readonly why: AttentionReason
  readonly count: number
  readonly agents: number
}

/** Reasons that are found in one mailbox; all others concern everybody. */
const ofMailbox: ReadonlySet<AttentionReason> = new Set([
  'escalation',
  'request-failed',
  'failed',
  'dead',
  'overdue',
  'unanswered',
  'urgent',
])

/** What people see who look at somebody else's mail. */
export function forEverybody<G extends Pick<AttentionGroup, 'why'>>(groups: readonly G[]): readonly G[] {
  return groups.filter(({ why }) => !ofMailbox.has(why))
}

export function totalOf(groups: readonly AttentionGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}

/** All that needs a person, in words: `3 things wait for you`. */
export function waitingWords(count: number): string {
  return count === 1 ? '1 thing waits for you' : `${count} things wait for you`
}

/** Problems that your own inbox does not show. */
const troubles: readonly AttentionReason[] = [
  'asks',
  'caller-waits',
  'loop',
  'deadlock',
  'silent',
  'unheard',
  'abandoned',
  'undelivered',
  'queue-failed',
  'dead',
]

/** Problems of the swarm itself, which are not visible in a mailbox. */
export function inTrouble(groups: readonly { readonly why: AttentionReason }[]): boolean {
  return groups.some(({ why }) => troubles.includes(why))
}
