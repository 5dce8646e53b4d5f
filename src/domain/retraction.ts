import { type DeliveryState, stateOf } from './delivery.ts'

/** That a message was taken back. Times are milliseconds since 1970. */
export type TakenBack = {
  /** Who did it. */
  readonly by: string
  readonly at: number
  readonly reason: string | null
  /** The message that took its place. */
  readonly replacedBy: number | null
}

/** Out of every list, and owing nothing. The number of attempts stays: who is being given it now still says so. */
export function withdrawn(copy: DeliveryState): DeliveryState {
  const was = copy.box === 'unread' || copy.box === 'withheld' ? 'unread' : copy.was
  return {
    ...stateOf(copy),
    box: 'retracted',
    was,
    owes: false,
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null,
  }
}
