import type { JsonObject } from '../../domain/json.ts'
import { lostNote } from '../../domain/lost-mail.ts'
import { placeOf } from '../../domain/places.ts'
import type { Values } from '../../values/schemas.ts'
import { type Context, doerOf } from '../context.ts'
import type { Offer } from '../offer.ts'
import { movedValue } from '../taking/moves.ts'
import { formsOf, offerClaimed, whyNot } from './claiming.ts'
import { claimOf, leaseOf } from './held.ts'

type Finished = Values['finished']
export type WorkEnding = { readonly verb: 'complete'; readonly keep: boolean } | { readonly verb: 'fail' }
type Asked = {
  readonly message: string
  readonly attempt?: number | undefined
  readonly lease?: number | undefined
}

/** Ends one claimed item, and offers the next one of its queue. @throws MailError */
export async function endAndClaim(
  context: Context,
  { message, attempt, lease }: Asked,
  ending: WorkEnding,
  note: JsonObject | undefined,
): Promise<Offer<Finished>> {
  const { moved, next, lost } = await context.store.queues.finishAndClaim(
    doerOf(context),
    await claimOf(context, { message, attempt }),
    { ending, ...(note !== undefined && { note }) },
    { forms: formsOf(context), lease: leaseOf(lease) },
    context.now(),
  )
  const ended = movedValue([moved], [], '')
  if (next === null) return nothingNext(ended, [await whyNothing()])
  const offer = await offerClaimed(context, next)
  return { ...offer, value: { ...ended, next: offer.value } }

  async function whyNothing(): Promise<string> {
    if (lost.length > 0) return lostNote(lost)
    return (await whyNot(context, placeOf(moved.letter?.delivery?.owner ?? '')?.name ?? null)).message
  }
}

/** The work is ended: that nothing is left is no failure, so it is said and not thrown. */
export function nothingNext(ended: Values['moved'], notes: readonly string[]): Offer<Finished> {
  const done = async () => {}
  return { value: { ...ended, next: null }, notes, settle: done, release: done }
}
