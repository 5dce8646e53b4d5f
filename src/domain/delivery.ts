import type { DeadReason } from './dead-letter.ts'
import { MailError } from './errors.ts'

/** ADR-003 §1.1 `MessageStatus`: the state of one recipient's copy. */
export const statuses = ['unread', 'read', 'processing', 'completed', 'failed', 'archived'] as const

export type Status = (typeof statuses)[number]

/**
 * Where a delivery lies: a status, or one of the conditions that take it out of every list by status.
 * The place in this list is the number that stores keep.
 */
export const boxes = [...statuses, 'snoozed', 'dead', 'expired'] as const

export type Box = (typeof boxes)[number]

/** One recipient's copy of a message. All times are milliseconds since 1970. */
export type Delivery = {
  /** Whose copy it is: the agent's address. */
  readonly owner: string
  readonly message: number
  readonly box: Box
  /** The status before it was archived, snoozed, or found dead or expired; `null` in the boxes that are statuses. */
  readonly was: Status | null
  /** What brought it: `to`, `cc`, or a selector such as `role:architect`, `all`, `swarm:dev`. */
  readonly via: string
  /** The recipient still owes an answer. */
  readonly owes: boolean
  readonly expiresAt: number | null
  readonly snoozedUntil: number | null
  readonly pinned: boolean
  readonly readAt: number | null
  readonly acknowledgedAt: number | null
  readonly completedAt: number | null
  /** Who holds it (a short hold while it is handed over, or a lease on work), and until when. */
  readonly heldBy: string | null
  readonly heldUntil: number | null
  /** Counts hand-overs and claims; settling must name the attempt it belongs to. */
  readonly attempts: number
  /** Why it is a dead letter; `null` in every other box. */
  readonly deadReason: DeadReason | null
}

/** The moves of product design §4. `settle` is the read that follows a hand-over. */
export const verbs = [
  'read',
  'ack',
  'process',
  'retry',
  'complete',
  'fail',
  'unread',
  'archive',
  'restore',
  'snooze',
  'pin',
  'unpin',
] as const

export type Verb = (typeof verbs)[number]

export type Move = {
  readonly verb: Verb
  readonly at: number
  /** `snooze`: when it comes back. */
  readonly until?: number
  /** `complete`: leave it in the mailbox instead of archiving it. */
  readonly keep?: boolean
  /** `process`: the lease it takes. */
  readonly lease?: { readonly by: string; readonly until: number }
  /** `ack`: nobody will answer this one; closes what is owed. */
  readonly ignore?: boolean
}

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

const allowedFrom: Readonly<Partial<Record<Verb, readonly Status[]>>> = {
  process: ['unread', 'read', 'failed'],
  retry: ['failed'],
  complete: ['unread', 'read', 'processing', 'failed'],
  fail: ['unread', 'read', 'processing'],
  unread: ['read', 'processing'],
}

/** The status that people see: a condition shows the status it hides, but archived is a status of its own. */
export function statusOf(delivery: Pick<Delivery, 'box' | 'was'>): Status {
  switch (delivery.box) {
    case 'snoozed':
    case 'dead':
    case 'expired':
      return delivery.was ?? 'unread'
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

/**
 * The whole lifecycle: what a delivery becomes when a verb is applied to it.
 * The same status again changes nothing and is no error.
 * @throws MailError `conflict`, naming the status that forbids the move.
 */
export function advance(delivery: Delivery, move: Move): DeliveryState {
  const status = statusOf(delivery)
  const state = stateOf(delivery)
  const allowed = allowedFrom[move.verb]
  const target = targetOf(move.verb)
  if (target !== null && (status === target || alreadyDone(delivery, move))) return state
  if (allowed && !allowed.includes(status)) throw forbidden(move.verb, status, allowed)
  if (delivery.box === 'dead' && move.verb !== 'archive' && move.verb !== 'pin' && move.verb !== 'unpin') {
    throw new MailError(
      'conflict',
      `This mail is a dead letter; ${move.verb} does not apply to it.`,
      'Send it again with `watchpost redeliver`.',
    )
  }
  return apply(state, status, move)
}

function alreadyDone(delivery: Delivery, move: Move): boolean {
  return move.verb === 'complete' && delivery.box === 'archived' && delivery.was === 'completed' && !move.keep
}

function targetOf(verb: Verb): Status | null {
  switch (verb) {
    case 'process':
    case 'retry':
      return 'processing'
    case 'complete':
      return 'completed'
    case 'fail':
      return 'failed'
    case 'unread':
      return 'unread'
    case 'archive':
      return 'archived'
    case 'read':
    case 'ack':
    case 'restore':
    case 'snooze':
    case 'pin':
    case 'unpin':
      return null
  }
}

function apply(state: DeliveryState, status: Status, move: Move): DeliveryState {
  const free = { heldBy: null, heldUntil: null }
  switch (move.verb) {
    case 'read':
      return status === 'unread' ? { ...awake(state), box: 'read', readAt: state.readAt ?? move.at } : state
    case 'ack': {
      const acknowledged = {
        ...state,
        acknowledgedAt: state.acknowledgedAt ?? move.at,
        owes: state.owes && !move.ignore,
      }
      return status === 'unread'
        ? { ...awake(acknowledged), box: 'read', readAt: state.readAt ?? move.at }
        : acknowledged
    }
    case 'process':
    case 'retry':
      return {
        ...awake(state),
        box: 'processing',
        readAt: state.readAt ?? move.at,
        heldBy: move.lease?.by ?? null,
        heldUntil: move.lease?.until ?? null,
        attempts: state.attempts + 1,
      }
    case 'complete': {
      const done = {
        ...awake(state),
        ...free,
        owes: false,
        readAt: state.readAt ?? move.at,
        completedAt: move.at,
      }
      return move.keep ? { ...done, box: 'completed' } : { ...done, box: 'archived', was: 'completed' }
    }
    case 'fail':
      return { ...awake(state), ...free, box: 'failed', owes: false, readAt: state.readAt ?? move.at }
    case 'unread':
      return { ...awake(state), ...free, box: 'unread', readAt: null }
    case 'archive':
      return { ...state, ...free, box: 'archived', was: status, snoozedUntil: null }
    case 'restore':
      return restored(state, status)
    case 'snooze':
      return snoozed(state, status, move)
    case 'pin':
      return { ...state, pinned: true }
    case 'unpin':
      return { ...state, pinned: false }
  }
}

function restored(state: DeliveryState, status: Status): DeliveryState {
  if (status !== 'archived') {
    throw new MailError(
      'conflict',
      `This mail is ${status}; only archived mail can be restored.`,
      'List archived mail with `watchpost inbox --archived`.',
    )
  }
  return { ...state, box: state.was ?? 'read', was: null }
}

function snoozed(state: DeliveryState, status: Status, move: Move): DeliveryState {
  if (move.until === undefined || move.until <= move.at) {
    throw new MailError(
      'usage',
      'Mail can be snoozed only until a time to come.',
      'Name one with --until, such as 2h or 2027-01-31T09:00.',
    )
  }
  if (status === 'archived')
    throw forbidden('snooze', status, ['unread', 'read', 'processing', 'completed', 'failed'])
  return { ...state, box: 'snoozed', was: status, snoozedUntil: move.until }
}

/** Out of a condition and back among the statuses. */
function awake(state: DeliveryState): DeliveryState {
  return { ...state, was: null, snoozedUntil: null }
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

function forbidden(verb: Verb, status: Status, allowed: readonly Status[]): MailError {
  const hint =
    status === 'archived'
      ? 'Bring it back first with `watchpost restore`.'
      : `${verb} goes from ${allowed.join(', ')}.`
  return new MailError('conflict', `This mail is ${status}; ${verb} does not go from there.`, hint)
}
