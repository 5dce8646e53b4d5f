import { type Delivery, type DeliveryState, stateOf } from './delivery.ts'
import { MailError } from './errors.ts'
import { shortId } from './id.ts'
import { advance } from './lifecycle.ts'

export const queueStatuses = ['active', 'paused', 'closed'] as const
/** Where an item of a queue may lie; what is done is no longer work. */
export const queueColumns = ['available', 'processing', 'failed'] as const
/** `fifo`: by arrival. `priority`: as an inbox, by rank. */
export const queueOrders = ['fifo', 'priority'] as const

export type QueueStatus = (typeof queueStatuses)[number]
export type QueueColumn = (typeof queueColumns)[number]
export type QueueOrder = (typeof queueOrders)[number]

export type Queue = {
  readonly name: string
  readonly status: QueueStatus
  readonly order: QueueOrder
  /** The limit of claims at a time; `null` for none. */
  readonly maxConcurrency: number | null
  /** Patterns of allowed claimants. */
  readonly claimers: readonly string[]
  /** How long a claim lasts, in milliseconds. */
  readonly lease: number
  /** How often an item is tried before it becomes a dead letter. */
  readonly attempts: number
}

export type QueueCounts = {
  readonly available: number
  readonly processing: number
  readonly completed: number
  readonly failed: number
}

export const defaultQueue = {
  status: 'active',
  order: 'fifo',
  maxConcurrency: null,
  claimers: ['*'],
  lease: 600_000,
  attempts: 3,
} as const satisfies Omit<Queue, 'name'>

/** Somebody's claim on an item; `attempt` as it was claimed under, where the claimant knows it. */
export type Claim = { readonly message: number; readonly attempt?: number }

export function claimed(item: Delivery, by: string, until: number, at: number): DeliveryState {
  return {
    ...stateOf(item),
    box: 'processing',
    was: null,
    snoozedUntil: null,
    readAt: item.readAt ?? at,
    heldBy: by,
    heldUntil: until,
    attempts: item.attempts + 1,
  }
}

/**
 * Requires the claim on an item.
 * @throws MailError `conflict` not claimed, or by another · `stale` under another attempt
 */
export function requireClaim(item: Delivery, by: string, { message, attempt }: Claim): void {
  const id = shortId(message)
  if (item.box !== 'processing' || item.heldBy === null)
    throw new MailError('conflict', `${id} is not claimed.`, 'Claim work with `watchpost claim`.')
  if (item.heldBy !== by)
    throw new MailError(
      'conflict',
      `${id} is claimed by ${item.heldBy}.`,
      'Only its claimant can do this until the lease expires.',
    )
  if (attempt !== undefined && attempt !== item.attempts)
    throw new MailError(
      'stale',
      `Attempt ${attempt} at ${id} has ended; the current attempt is ${item.attempts}.`,
      'Leave it to the agent that claimed it since.',
    )
}

/** @throws MailError `stale` when the lease has expired: another agent may be about to claim it */
export function renewed(item: Delivery, until: number, at: number): DeliveryState {
  if (item.heldUntil !== null && item.heldUntil > at) return { ...stateOf(item), heldUntil: until }
  throw new MailError(
    'stale',
    `The lease on ${shortId(item.message)} has expired.`,
    'Claim it again, and complete it if the work is already done.',
  )
}

/** Back in the queue, for anyone. */
export function returned(item: Delivery): DeliveryState {
  return { ...stateOf(item), box: 'unread', was: null, readAt: null, heldBy: null, heldUntil: null }
}

/**
 * A failed attempt: the item returns to the queue, or becomes a dead letter after too many attempts. A released claim
 * is not an attempt, but its number is never reused.
 */
export function untaken(item: Delivery, limit: number, givenBack: number): DeliveryState {
  if (item.attempts - givenBack < limit) return returned(item)
  return { ...stateOf(item), box: 'dead', was: 'failed', owes: false, heldBy: null, heldUntil: null }
}

/**
 * Put back by somebody who looks after the queue: taken from who has it, which counts as no attempt, or out of the dead
 * letters for one more.
 * @throws MailError `conflict`
 */
export function requeued(item: Delivery): {
  readonly what: 'release' | 'redelivered'
  readonly next: DeliveryState
} {
  switch (item.box) {
    case 'processing':
      return { what: 'release', next: returned(item) }
    case 'failed':
    case 'dead':
      return { what: 'redelivered', next: { ...returned(item), owes: false } }
    case 'unread':
      throw new MailError('conflict', `${shortId(item.message)} is available already.`, '')
    default:
      throw over(item)
  }
}

/** Makes the item a dead letter, also while it is claimed. @throws MailError `conflict` */
export function givenUp(item: Delivery): DeliveryState {
  if (item.box === 'dead')
    throw new MailError('conflict', `${shortId(item.message)} is a dead letter already.`, '')
  if (item.box !== 'unread' && item.box !== 'processing' && item.box !== 'failed') throw over(item)
  return { ...stateOf(item), box: 'dead', was: 'failed', owes: false, heldBy: null, heldUntil: null }
}

function over({ message, box }: Delivery): MailError {
  return new MailError('conflict', `${shortId(message)} is ${box}: it is no longer work of the queue.`, '')
}

export function completed(item: Delivery, at: number, keep: boolean): DeliveryState {
  return advance(item, { verb: 'complete', at, keep })
}
