import { holdTime } from '../../domain/delivery.ts'
import { MailError } from '../../domain/errors.ts'
import { lostMail } from '../../domain/lost-mail.ts'
import { doerOf } from '../../services/context.ts'
import { filterFields, filterOf } from '../../services/mail/filter.ts'
import type { Offer } from '../../services/offer.ts'
import { offerHeld, takeFields } from '../../services/taking/take.ts'
import type { Values } from '../../values/schemas.ts'
import { offering } from '../operation.ts'

export const next = offering({
  summary: 'Print the most urgent unread message and mark it read, or with --take take it to work on',
  access: 'write',
  needs: 'own',
  input: { ...takeFields, ...filterFields },
  value: 'oneMessage',
  examples: [['watchpost next --take --json', 'takes the most urgent message to work on']],
  async run(context, input): Promise<Offer<Values['oneMessage']>> {
    const now = context.now()
    const filter = filterOf(input, ['unread'])
    const { address } = context.actor
    const held = await context.store.deliveries.holdNext(
      doerOf(context),
      address,
      filter,
      now + holdTime,
      now,
    )
    if (held?.why === 'lost') throw lostMail(held.lost ?? [held.message])
    const offer = await offerHeld(context, held, input)
    if (offer === null) throw new MailError('nothing', 'There is no unread mail.', '')
    return offer
  },
})
