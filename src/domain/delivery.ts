import type { DeadReason } from './dead-reason.ts'

/** ADR-003 §1.1 `MessageStatus`: the state of one recipient's copy. */
export const statuses = ['unread', 'read', 'processing', 'completed', 'failed', 'archived'] as const

export type Status = (typeof statuses)[number]

export function isStatus(word: string): word is Status {
  return (statuses as readonly string[]).includes(word)
}

/**
 * The box of a delivery: a status, or one of the conditions that remove it from every list by status. Stores keep the
 * index in this list, so never reorder it.
 */
export const boxes = [...statuses, 'snoozed', 'dead', 'expired', 'retracted', 'withheld'] as const

export type Box = (typeof boxes)[number]

/** The lease on taken work, unless it is renewed. */
export const leaseTime = 600_000
/** How long mail is held for one reader while it is printed. */
export const holdTime = 60_000
/** A hold that ends later than this was set by a wrong clock, and would block the mail until then. */
export const longestHold = 2 * holdTime

/** Whether another reader is receiving this mail now. */
export function isHeld(until: number | null, now: number): boolean {
  return until !== null && until > now && until <= now + longestHold
}

/** One recipient's copy of a message. All times are milliseconds since 1970. */
export type Delivery = {
  /** The owner of the copy: an agent's address. */
  readonly owner: string
  readonly message: number
  readonly box: Box
  /** The status before it was archived, snoozed, held back, found dead or expired, or taken back; `null` in the boxes that are statuses. */
  readonly was: Status | null
  /** Why the owner got it, first of all: `to`, `cc`, or a selector such as `role:architect`, `all`, `swarm:dev`. */
  readonly via: string
  /** Further ways by which the owner was addressed, in their order; absent in nearly all mail. */
  readonly alsoVia?: readonly string[] | undefined
  /** The recipient still owes an answer. */
  readonly owes: boolean
  readonly expiresAt: number | null
  readonly snoozedUntil: number | null
  readonly pinned: boolean
  readonly readAt: number | null
  readonly acknowledgedAt: number | null
  readonly completedAt: number | null
  /** The holder (during printing, or with a lease on work), and the end of the hold. */
  readonly heldBy: string | null
  readonly heldUntil: number | null
  /** Counts hand-overs and claims; settling must name the attempt it belongs to. */
  readonly attempts: number
  /** Why it is a dead letter; `null` in every other box. */
  readonly deadReason: DeadReason | null
  /** The agent that had taken it before it came back unfinished; absent in all other mail. */
  readonly returned?: Returned
}

/** The agent that had taken returned work, its session, and the time. */
export type Returned = { readonly by: string; readonly session: string | null; readonly takenAt: number }

/** The columns that a move may change; equal to the delivery's own where it changes nothing. */
export type DeliveryState = Pick<
  Delivery,
  | 'box'
  | 'was'
  | 'owes'
  | 'snoozedUntil'
  | 'pinned'
  | 'readAt'
  | 'acknowledgedAt'
  | 'completedAt'
  | 'heldBy'
  | 'heldUntil'
  | 'attempts'
>

/**
 * The status that people see: a condition shows the status it hides, but archived is a status of its own, and what was taken back
 * is out of the way as what is archived.
 */
export function statusOf(delivery: Pick<Delivery, 'box' | 'was'>): Status {
  switch (delivery.box) {
    case 'snoozed':
    case 'dead':
    case 'expired':
    case 'withheld':
      return delivery.was ?? 'unread'
    case 'retracted':
      return 'archived'
    case 'unread':
    case 'read':
    case 'processing':
    case 'completed':
    case 'failed':
    case 'archived':
      return delivery.box
  }
}

/** Unread in the one sense of the product: status unread, not snoozed, not expired, not dead. */
export function isUnread(delivery: Delivery, now: number): boolean {
  if (delivery.expiresAt !== null && delivery.expiresAt <= now) return false
  if (delivery.box === 'unread') return true
  return delivery.box === 'snoozed' && delivery.was === 'unread' && (delivery.snoozedUntil ?? 0) <= now
}

export function stateOf(delivery: DeliveryState): DeliveryState {
  const {
    box,
    was,
    owes,
    snoozedUntil,
    pinned,
    readAt,
    acknowledgedAt,
    completedAt,
    heldBy,
    heldUntil,
    attempts,
  } = delivery
  return {
    box,
    was,
    owes,
    snoozedUntil,
    pinned,
    readAt,
    acknowledgedAt,
    completedAt,
    heldBy,
    heldUntil,
    attempts,
  }
}
