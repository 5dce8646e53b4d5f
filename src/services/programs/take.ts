import type { Hold, MailboxFilter } from '../../../store/mail-store.ts'
import { holdTime } from '../../domain/delivery.ts'
import type { FullLetter } from '../../domain/message.ts'
import { isRunner, runLease } from '../../domain/session.ts'
import { type Context, doerOf } from '../context.ts'

export type Taken = { readonly hold: Hold; readonly letter: FullLetter }

/** `lost`: more pressing mail whose body cannot be read. */
export type TakenNext = { readonly taken: Taken | null; readonly lost: readonly number[] }

/** Programs' mail is leased by the runner's own session. */
export const runnerOf = ({ session, actor }: Context): string => session ?? actor.address

/** Holds the most pressing message that nobody else has. */
export async function takeNext(context: Context, filter: MailboxFilter): Promise<TakenNext> {
  const owner = context.actor.address
  await shortenAhead(context, owner)
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

/** A runner's lease that a clock noted which was ahead, and was set right since, lasts from now on. */
async function shortenAhead(context: Context, owner: string): Promise<void> {
  const now = context.now()
  const { deliveries } = context.store
  const { rows } = await deliveries.page(owner, { boxes: ['processing'] }, now, { limit: 500, after: null })
  for (const { message, delivery } of rows) {
    const { heldBy = null, heldUntil = null, attempts = 0 } = delivery ?? {}
    if (!isRunner(heldBy) || (heldUntil ?? 0) <= now + 2 * runLease) continue
    const hold = { message: message.id, attempt: attempts }
    await deliveries.renew(owner, hold, { by: heldBy, until: now + runLease })
  }
}
