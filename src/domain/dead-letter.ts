import type { DeadReason } from './dead-reason.ts'
import type { Delivery, DeliveryState } from './delivery.ts'
import { stateOf, statusOf } from './delivery.ts'

/**
 * The notice to a sender has a key made of this and the message's number, so that only one is sent, whichever process
 * sends it.
 */
export const noticeKeyPrefix = 'dead-letter:'

/** Mail that may expire unseen without a notice: a broadcast to all or to a swarm. */
export function lapsesInSilence(via: string): boolean {
  return via === 'all' || via.startsWith('swarm:')
}

/** Expired mail still owes an answer if its owner is alive; a retired owner cannot answer. */
export function buried(delivery: DeliveryState, reason: DeadReason): DeliveryState {
  return {
    ...stateOf(delivery),
    box: 'dead',
    was: 'unread',
    owes: delivery.owes && reason === 'expired-unseen',
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null,
  }
}

/** Unread again, with the answer owed again. */
export function revived(delivery: DeliveryState, owes: boolean): DeliveryState {
  return { ...stateOf(delivery), box: 'unread', was: null, owes, snoozedUntil: null, readAt: null }
}

/**
 * Unfinished mail to a role waits for the next agent with the role, and mail to a tag is with its other bearers; it is archived for the
 * agent that lost the role or the tag.
 */
export function passedOn(delivery: DeliveryState): DeliveryState {
  const was = delivery.readAt === null ? 'unread' : 'read'
  return {
    ...stateOf(delivery),
    box: 'archived',
    was,
    owes: false,
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null,
  }
}

/** Mail that was redelivered to another recipient is archived, so that it is no longer listed as dead or failed. */
export function handedOn(delivery: Pick<Delivery, 'was'> & DeliveryState): DeliveryState {
  return { ...stateOf(delivery), box: 'archived', was: statusOf(delivery), owes: false }
}
