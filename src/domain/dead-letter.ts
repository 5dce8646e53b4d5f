import type { DeadReason } from './dead-reason.ts'
import type { Delivery, DeliveryState } from './delivery.ts'
import { stateOf, statusOf } from './delivery.ts'

/** The notice to a sender bears a key made of this and the message's number: so there is one, whoever tells. */
export const noticeKeyPrefix = 'dead-letter:'

/** What may expire unseen in silence: a broadcast, to all or to a swarm. */
export function lapsesInSilence(via: string): boolean {
  return via === 'all' || via.startsWith('swarm:')
}

/** Mail that its owner let expire is still owed an answer; where the owner is gone, nobody is left to give one. */
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

/** Unread once more, with the answer owed again. */
export function revived(delivery: DeliveryState, owes: boolean): DeliveryState {
  return { ...stateOf(delivery), box: 'unread', was: null, owes, snoozedUntil: null, readAt: null }
}

/** A role's mail that is not done waits for the next holder: put away with who holds the role no longer. */
export function passedOn(delivery: DeliveryState): DeliveryState {
  const was = delivery.readAt === null ? 'unread' : 'read'
  return {
    ...stateOf(delivery),
    ...{ box: 'archived', was, owes: false, snoozedUntil: null, heldBy: null, heldUntil: null },
  }
}

/** Mail that was redelivered to somebody else is archived, so that it is no longer listed as dead or failed. */
export function handedOn(delivery: Pick<Delivery, 'was'> & DeliveryState): DeliveryState {
  return { ...stateOf(delivery), box: 'archived', was: statusOf(delivery), owes: false }
}
