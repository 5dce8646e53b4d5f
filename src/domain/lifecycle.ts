import { type Delivery, type DeliveryState, type Status, stateOf, statusOf } from './delivery.ts'
import { MailError } from './errors.ts'

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
  /** `process`, and `restore` of what was being worked on: the lease it takes. */
  readonly lease?: { readonly by: string; readonly until: number }
  /** `ack`: nobody will answer this one; closes what is owed. */
  readonly ignore?: boolean
}

const allowedFrom: Readonly<Partial<Record<Verb, readonly Status[]>>> = {
  process: ['unread', 'read', 'completed', 'failed'],
  retry: ['failed'],
  complete: ['unread', 'read', 'processing', 'completed', 'failed'],
  fail: ['unread', 'read', 'processing'],
  unread: ['read', 'processing'],
}

/**
 * The whole lifecycle: the result of applying a verb to a delivery. Applying the current status again changes nothing
 * and is not an error.
 * @throws MailError `conflict`, naming the status that forbids the move.
 */
export function advance(delivery: Delivery, move: Move): DeliveryState {
  const status = statusOf(delivery)
  const state = stateOf(delivery)
  if (delivery.box === 'retracted')
    throw new MailError(
      'conflict',
      `This message was taken back by its sender; you cannot ${move.verb} it.`,
      'See why with `watchpost read`.',
    )
  if (delivery.box === 'withheld')
    throw new MailError(
      'conflict',
      `This message is held back, since its senders may write in a loop; you cannot ${move.verb} it.`,
      'A person lets it go on: see `watchpost loop list`.',
    )
  const allowed = allowedFrom[move.verb]
  const target = targetOf(move.verb)
  if (target !== null && ((status === target && !putsAway(move)) || alreadyDone(delivery, move))) return state
  if (allowed && !allowed.includes(status)) throw forbidden(move.verb, status, allowed)
  if (delivery.box === 'dead' && move.verb !== 'archive' && move.verb !== 'pin' && move.verb !== 'unpin') {
    throw new MailError(
      'conflict',
      `This message is a dead letter; you cannot ${move.verb} it.`,
      'Send it again with `watchpost redeliver`.',
    )
  }
  return apply(state, status, move)
}

/** The text for a move that changes nothing: `already acknowledged`. */
export function alreadySo({ verb, ignore }: Pick<Move, 'verb' | 'ignore'>): string {
  return ignore ? 'already ignored' : already[verb]
}

const already: Readonly<Record<Verb, string>> = {
  read: 'already read',
  ack: 'already acknowledged',
  process: 'already processing',
  retry: 'already processing',
  complete: 'already completed',
  fail: 'already failed',
  unread: 'already unread',
  archive: 'already archived',
  restore: 'already restored',
  snooze: 'already snoozed until then',
  pin: 'already pinned',
  unpin: 'not pinned',
}

function alreadyDone(delivery: Delivery, move: Move): boolean {
  return move.verb === 'complete' && delivery.box === 'archived' && delivery.was === 'completed' && !move.keep
}

/** Completed mail that was kept is archived by a second `complete` (ADR-003 `mark_completed`). */
function putsAway({ verb, keep }: Move): boolean {
  return verb === 'complete' && !keep
}

function targetOf(verb: Verb): Status | null {
  switch (verb) {
    case 'process':
    case 'retry':
      return 'processing'
    case 'complete':
      return 'completed'
    // The debt stays with the copy: `retry` takes it up again, and an answer still closes it.
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
        completedAt: status === 'completed' ? (state.completedAt ?? move.at) : move.at,
      }
      return move.keep ? { ...done, box: 'completed' } : { ...done, box: 'archived', was: 'completed' }
    }
    case 'fail':
      return { ...awake(state), ...free, box: 'failed', readAt: state.readAt ?? move.at }
    case 'unread':
      return { ...awake(state), ...free, box: 'unread', readAt: null }
    case 'archive':
      return { ...state, ...free, box: 'archived', was: status, snoozedUntil: null }
    case 'restore':
      return restored(state, status, move)
    case 'snooze':
      return snoozed(state, status, move)
    case 'pin':
      return { ...state, pinned: true }
    case 'unpin':
      return { ...state, pinned: false }
  }
}

/** Work that comes back is work again: without a lease nobody would ever have it back from who forgot it. */
function restored(state: DeliveryState, status: Status, { lease }: Move): DeliveryState {
  if (status !== 'archived') {
    throw new MailError(
      'conflict',
      `This message is ${status}; only archived mail can be restored.`,
      'List archived mail with `watchpost inbox --archived`.',
    )
  }
  const held = state.was === 'processing' && lease ? { heldBy: lease.by, heldUntil: lease.until } : {}
  return { ...state, ...held, box: state.was ?? 'read', was: null }
}

function snoozed(state: DeliveryState, status: Status, move: Move): DeliveryState {
  if (move.until === undefined || move.until <= move.at) {
    throw new MailError(
      'usage',
      'The time to return is in the past.',
      'Give a future time with --until, such as 2h or 2027-01-31T09:00.',
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

function forbidden(verb: Verb, status: Status, allowed: readonly Status[]): MailError {
  const hint =
    status === 'archived'
      ? 'Restore it first with `watchpost restore`.'
      : `\`${verb}\` works on mail that is ${allowed.join(', ')}.`
  return new MailError('conflict', `This message is ${status}; you cannot ${verb} it.`, hint)
}
