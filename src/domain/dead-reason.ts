/** Why mail never reached its recipient. */
export const deadReasons = [
  'retired',
  'session-ended',
  'tag-lost',
  'expired-unseen',
  'attempts',
  'given-up',
  'held-expired',
] as const

export type DeadReason = (typeof deadReasons)[number]

export function isDeadReason(word: unknown): word is DeadReason {
  return deadReasons.some((reason) => reason === word)
}

/** The text for the sender; it follows the recipient's name. */
export const deadSentences: Readonly<Record<DeadReason, string>> = {
  retired: 'was retired before reading it',
  'session-ended': 'ended the addressed session before reading it',
  'tag-lost': 'lost the addressed tag before reading it',
  'expired-unseen': 'was not shown it before it expired',
  attempts: 'gave up after too many attempts',
  'given-up': 'was given up on',
  'held-expired': 'did not register before it expired',
}
