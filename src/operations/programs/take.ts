import type { Hold, MailboxFilter } from '../../../store/mail-store.ts'
import { holdTime } from '../../domain/delivery.ts'
import type { FullLetter } from '../../domain/message.ts'
import { type Context, doerOf } from '../operation.ts'

export type Taken = { readonly hold: Hold; readonly letter: FullLetter }

/** `lost`: more pressing mail whose body cannot be read. */
export type TakenNext = { readonly taken: Taken | null; readonly lost: readonly number[] }

/** Who leases mail for a program says so: what such a one left behind, another takes up. */
const runner = 'run:'
export const runnerOf = (context: Context) =>
  `${runner}${context.actor.address}#${context.origin?.process ?? 0}`

/** A runner that dies gives its work back after so long; one that lives renews it three times meanwhile. */
export const runLease = 120_000

/** Holds the most pressing message that nobody else has, and first brings back what a runner that died left. */
export async function takeNext(context: Context, filter: MailboxFilter): Promise<TakenNext> {
  const owner = context.actor.address
  await bringBack(context, owner)
  const now = context.now()
  const { deliveries } = context.store
  const held = await deliveries.holdNext(
    doerOf(context),
    owner,
    { ...filter, work: true },
    now + holdTime,
    now,
  )
  const { letter, hold, lost = [] } = held ?? { letter: null, hold: null }
  return { taken: letter === null || hold === null ? null : { hold, letter }, lost }
}

/** Only while each is still as it was seen: of two runners one brings it back. */
async function bringBack(context: Context, owner: string): Promise<void> {
  const now = context.now()
  const { deliveries } = context.store
  const { rows } = await deliveries.page(owner, { boxes: ['processing'] }, now, { limit: 500, after: null })
  // Noted by a clock that was ahead, and set right since: it lasts from now on.
  for (const { message, delivery } of rows) {
    if (!delivery?.heldBy?.startsWith(runner) || (delivery.heldUntil ?? 0) <= now + 2 * runLease) continue
    const hold = { message: message.id, attempt: delivery.attempts }
    await deliveries.renew(owner, hold, { by: delivery.heldBy, until: now + runLease })
  }
  const lapsed = rows.flatMap(({ message, delivery }) =>
    delivery?.heldBy?.startsWith(runner) && delivery.heldUntil !== null && delivery.heldUntil <= now
      ? [{ message: message.id, expect: { status: 'processing', attempts: delivery.attempts } } as const]
      : [],
  )
  if (lapsed.length > 0)
    await deliveries.move(doerOf(context), owner, lapsed, { verb: 'unread', at: now }, { lapsed: true })
}
