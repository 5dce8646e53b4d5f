import { type Delivery, type DeliveryState, isHeld, stateOf } from './delivery.ts'

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
    case 'unread':
    case 'dead':
    case 'withheld':
      return wasShown || isHeld(copy.heldUntil, at) ? 'overtaken' : 'withdrawn'
    case 'snoozed':
    case 'archived':
      if (copy.was === 'unread') return wasShown ? 'overtaken' : 'withdrawn'
      return wasShown || !wasDoneElsewhere(copy) ? 'told' : 'over'
    case 'read':
    case 'processing':
    case 'completed':
    case 'failed':
      return 'told'
  }
}

/** What becomes of a copy that was passed on for want of a role or a tag: it is its owner's no more. */
export function fateOfPassedOn(wasShown: boolean): Fate {
  return wasShown ? 'told' : 'over'
}

/** Another holder of the role did it before this one saw it. */
function wasDoneElsewhere(copy: Delivery): boolean {
  return isFinished(copy) && copy.readAt === null
}

/** Whether its owner has finished with it: an order that was carried out cannot be taken back. */
export function isFinished({ box, was }: Pick<Delivery, 'box' | 'was'>): boolean {
  return box === 'completed' || (box === 'archived' && was === 'completed')
}

/** It stays where it is, and nobody waits for an answer any more. */
export function released(copy: DeliveryState): DeliveryState {
  return { ...stateOf(copy), owes: false }
}
