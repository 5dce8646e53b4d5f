import { type Delivery, type DeliveryState, isHeld, stateOf } from './delivery.ts'
import { ageOf } from './moment.ts'

/** That a message was taken back. Times are milliseconds since 1970. */
export type TakenBack = {
  /** Who did it. */
  readonly by: string
  readonly at: number
  readonly reason: string | null
  /** The message that took its place. */
  readonly replacedBy: number | null
}

/**
 * What becomes of a copy. `withdrawn`: nobody was shown it. `overtaken`: it is withdrawn, too, but its owner saw it before, or is being
 * given it now, and is told. `told`: its owner has it, keeps it, and is told. `over`: nothing is left to take back.
 */
export type Fate = 'withdrawn' | 'overtaken' | 'told' | 'over'

/** `wasShown`: whether the log says that its owner was shown it, whatever its status says now. */
export function fateOf(copy: Delivery, wasShown: boolean, at: number): Fate {
  switch (copy.box) {
    case 'retracted':
    case 'expired':
      return 'over'
    case 'dead':
      return 'withdrawn'
    case 'unread':
      return wasShown || isHeld(copy.heldUntil, at) ? 'overtaken' : 'withdrawn'
    case 'snoozed':
    case 'archived':
      return copy.was === 'unread' ? (wasShown ? 'overtaken' : 'withdrawn') : 'told'
    case 'read':
    case 'processing':
    case 'completed':
    case 'failed':
      return 'told'
  }
}

/** Whether its owner has finished with it: an order that was carried out cannot be taken back. */
export function isFinished({ box, was }: Pick<Delivery, 'box' | 'was'>): boolean {
  return box === 'completed' || (box === 'archived' && was === 'completed')
}

/** Out of every list, and owing nothing. The number of attempts stays: who is being given it now still says so. */
export function withdrawn(copy: DeliveryState): DeliveryState {
  const was = copy.box === 'unread' ? 'unread' : copy.was
  return {
    ...stateOf(copy),
    ...{ box: 'retracted', was, owes: false, snoozedUntil: null, heldBy: null, heldUntil: null },
  }
}

/** It stays where it is, and nobody waits for an answer any more. */
export function released(copy: DeliveryState): DeliveryState {
  return { ...stateOf(copy), owes: false }
}

/** `replaced by Q8Y7D`, `taken back by al 5m ago`. The reason is left out: it is its author's text. */
export function takenBackWords(
  { by, at, replacedBy }: { readonly by: string; readonly at: number; readonly replacedBy: string | null },
  now: number,
): string {
  return replacedBy === null ? `taken back by ${by} ${ageOf(at, now)} ago` : `replaced by ${replacedBy}`
}

/** `replaces Q8Y7D, which you read 5m ago`: of a message, for a reader who read the old one at that time, or never did. */
export function replacesWords(replaced: string, readAt: number | null, now: number): string {
  return `replaces ${replaced}${readAt === null ? '' : `, which you read ${ageOf(readAt, now)} ago`}`
}
