import type { Claimed, ClaimRequest } from '../../../store/mail-store.ts'
import { admitsClaimant } from '../../domain/addressing/claim-pattern.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { lostNotes } from '../../domain/lost-mail.ts'
import type { Values } from '../../values/schemas.ts'
import { type Context, doerOf } from '../context.ts'
import type { Offer } from '../offer.ts'
import { opened } from '../sealing/opened.ts'
import { withFields } from '../templates/parsed.ts'
import { fullMessageValue } from '../values.ts'
import { requireQueue } from './value.ts'

/** The actor's address as the patterns of queues may have it. */
export function formsOf({ actor: { address, longForm } }: Context): ClaimRequest['forms'] {
  return longForm === null ? [address] : [address, longForm]
}

/** A claimed item as it is handed over: a reader that does not get it keeps no lease on it. */
export async function offerClaimed(context: Context, claimed: Claimed): Promise<Offer<Values['oneMessage']>> {
  const { letter, attempt, lost } = claimed
  const { queues } = context.store
  return {
    value: { message: await withFields(context, fullMessageValue(await opened(context, letter))) },
    notes: lostNotes(lost),
    settle: async () => {},
    release: async () => {
      await queues.release(doerOf(context), { message: letter.message.id, attempt }, context.now())
    },
    closedEarly: `The output was closed before the whole message was written; the lease on ${shortId(letter.message.id)} was released.`,
  }
}

/** Looked into only now: counting a queue takes longer than claiming from it. */
export async function whyNot(context: Context, name: string | null): Promise<MailError> {
  if (name === null)
    return new MailError('nothing', 'There is nothing to claim in the queues that are open to you.', '')
  const { status, claimers, available, maxConcurrency } = await requireQueue(context, name)
  const { address, longForm } = context.actor
  if (!claimers.some((pattern) => admitsClaimant(pattern, address, longForm)))
    return new MailError(
      'not-allowed',
      `${address} may not claim from ${name}.`,
      `Allowed claimants: ${claimers.join(', ')}.`,
    )
  if (status === 'closed')
    return new MailError(
      'conflict',
      `The queue ${name} is closed.`,
      `To open it, run \`watchpost queue resume ${name}\`.`,
    )
  if (status === 'paused') return new MailError('nothing', `The queue ${name} is paused.`, '')
  if (available === 0 || maxConcurrency === null)
    return new MailError('nothing', `There is nothing to claim in ${name}.`, '')
  return new MailError(
    'nothing',
    `The queue ${name} has reached its limit of ${maxConcurrency} claims at a time.`,
    '',
  )
}
