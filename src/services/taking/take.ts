import type { Held, Settlement } from '../../../store/mail-store.ts'
import { leaseTime } from '../../domain/delivery.ts'
import { lostNotes } from '../../domain/lost-mail.ts'
import { duration, flag, type Input } from '../../input/input.ts'
import type { Values } from '../../values/schemas.ts'
import { type Context, doerOf } from '../context.ts'
import type { Offer } from '../offer.ts'
import { opened } from '../sealing/opened.ts'
import { withFields } from '../templates/parsed.ts'
import { fullMessageValue } from '../values.ts'
import { oneAsItStands } from './as-it-stands.ts'
import { afterHandOver } from './hand-over.ts'
import { keepHeld } from './keep-held.ts'

export const leaseField = duration('The length of the lease (10m)')
/** Read by the faces that print for agents: they cut long bodies unless it is given. */
export const fullField = flag('Print long bodies whole; agents get the first 64 KB otherwise')
export const takeFields = {
  take: flag('Mark it as in progress, with a lease'),
  lease: leaseField,
  full: fullField,
} as const

/** Work stays with the session that took it, where there is one. */
export function leaseOf({ session, actor, now }: Context, lasting: number = leaseTime) {
  return { by: session ?? actor.address, until: now() + lasting }
}

/** One held message as it is handed over: it becomes read, or the taker's to work on. `null` where nothing is held. */
export async function offerHeld(
  context: Context,
  held: Held | null,
  input: Input<typeof takeFields>,
): Promise<Offer<Values['oneMessage']> | null> {
  if (held?.letter == null || held.hold === null) return null
  const { deliveries } = context.store
  const { hold } = held
  const letter = await opened(context, held.letter)
  const owner = context.actor.address
  const now = context.now()
  const settlement = settlementOf(context, input)
  const isLocked = letter.message.locked !== undefined
  const told = fullMessageValue(
    isLocked || context.isHelper === true ? letter : afterHandOver(letter, hold, { ...settlement, at: now }),
  )
  return {
    value: { message: await oneAsItStands(context, await withFields(context, told), hold.message) },
    notes: lostNotes(held.lost),
    settle: async () => {
      await deliveries.settle(
        doerOf(context),
        owner,
        [hold],
        isLocked ? { verb: 'tell' } : settlement,
        context.now(),
      )
    },
    release: () => deliveries.release(doerOf(context), owner, [hold], context.now()),
    closedEarly: `The output was closed before the whole message was written; ${input.take ? `the lease on ${told.id} was released` : `${told.id} stays unread`}.`,
    keep: keepHeld(context, [hold]),
  }
}

function settlementOf(
  context: Context,
  { take, lease }: Input<typeof takeFields>,
): Exclude<Settlement, { verb: 'tell' }> {
  if (!take) return { verb: 'read' }
  return { verb: 'process', lease: leaseOf(context, lease) }
}
