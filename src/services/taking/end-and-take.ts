import type { Held } from '../../../store/mail-store.ts'
import { isMailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { lostNote } from '../../domain/lost-mail.ts'
import type { Values } from '../../values/schemas.ts'
import type { Context } from '../context.ts'
import type { Offer } from '../offer.ts'
import { nothingNext, type WorkEnding } from '../queues/turn.ts'
import { holdOpenable } from './hold-openable.ts'
import { moveMessages } from './moves.ts'
import { offerHeld } from './take.ts'

type Asked = {
  readonly messages: readonly string[]
  readonly attempt?: number | undefined
  readonly lease?: number | undefined
}

/** Ends one message of the actor's mailbox, and offers the next one to work on. @throws MailError */
export async function endAndTake(
  context: Context,
  { lease, ...input }: Asked,
  ending: WorkEnding,
  note: JsonObject | undefined,
): Promise<Offer<Values['finished']>> {
  const ended = await moveMessages(context, input, ending, note)
  const { held, notes } = await nextOf(context)
  const offer = await offerHeld(context, held, { take: true, lease, full: undefined })
  if (offer === null) return nothingNext(ended, notes)
  return { ...offer, value: { ...ended, next: offer.value }, notes: [...notes, ...offer.notes] }
}

async function nextOf(
  context: Context,
): Promise<{ readonly held: Held | null; readonly notes: readonly string[] }> {
  try {
    const { held, notes } = await holdOpenable(context, { boxes: ['unread'] })
    if (held?.why === 'lost') return { held: null, notes: [lostNote(held.lost ?? [held.message])] }
    return { held, notes: held === null ? ['There is no unread mail.'] : notes }
  } catch (error) {
    if (!isMailError(error) || error.code !== 'nothing') throw error
    return { held: null, notes: [error.message] }
  }
}
