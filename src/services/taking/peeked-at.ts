import { type Taker, takesMail } from '../../domain/takes-mail.ts'
import type { Offer } from '../offer.ts'

const note =
  'Shown, but not taken: this is the session of a subagent, and the agent that started it gets the mail.'

/** A helper is shown what it would take, and that stays with the agent that started the helper. */
export function peekedAt(
  taker: Taker,
  input: { readonly [name: string]: unknown },
  offer: Offer<unknown>,
): Offer<unknown> {
  if (!takesMail(taker, (flag) => input[flag] === true)) return offer
  return { ...offer, settle: offer.release, notes: [note, ...offer.notes] }
}
