import type { Hold } from '../../../store/mail-store.ts'
import { advance, type Move } from '../../domain/lifecycle.ts'
import type { FullLetter } from '../../domain/message.ts'

/**
 * A held letter as it will be once it is settled: the output shows the status and the lease that the
 * reader then has. A process that never settles it never finished printing it either.
 */
export function afterHandOver({ message, delivery }: FullLetter, hold: Hold, move: Move): FullLetter {
  if (delivery === null) return { message, delivery }
  const free = { ...delivery, heldBy: null, heldUntil: null }
  return { message, delivery: { ...free, ...advance(free, move), attempts: hold.attempt } }
}
