import { MailError } from '../../domain/errors.ts'
import { lostMail } from '../../domain/lost-mail.ts'
import { filterFields, filterOf } from '../../services/mail/filter.ts'
import type { Offer } from '../../services/offer.ts'
import { holdOpenable } from '../../services/taking/hold-openable.ts'
import { offerHeld, takeFields } from '../../services/taking/take.ts'
import type { Values } from '../../values/schemas.ts'
import { offering } from '../operation.ts'

export const next = offering({
  summary: 'Print the most urgent unread message and mark it read, or with --take take it to work on',
  takes: 'next',
  access: 'write',
  needs: 'own',
  input: { ...takeFields, ...filterFields },
  value: 'oneMessage',
  examples: [['watchpost next --take --json', 'takes the most urgent message to work on']],
  async run(context, input): Promise<Offer<Values['oneMessage']>> {
    const { held, notes } = await holdOpenable(context, filterOf(input, ['unread']))
    if (held?.why === 'lost') throw lostMail(held.lost ?? [held.message])
    const offer = await offerHeld(context, held, input)
    if (offer === null) throw new MailError('nothing', 'There is no unread mail.', '')
    return { ...offer, notes: [...notes, ...offer.notes] }
  },
})
