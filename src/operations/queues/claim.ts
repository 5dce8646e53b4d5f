import { duration, text } from '../../input/input.ts'
import { doerOf } from '../../services/context.ts'
import type { Offer } from '../../services/offer.ts'
import { formsOf, offerClaimed, whyNot } from '../../services/queues/claiming.ts'
import { leaseOf } from '../../services/queues/held.ts'
import { queueField, queueName } from '../../services/queues/value.ts'
import { fullField } from '../../services/taking/take.ts'
import type { Values } from '../../values/schemas.ts'
import { offering } from '../operation.ts'

export const claim = offering({
  summary: 'Claim the next item of a queue under a lease; complete, fail or release ends it',
  takes: 'claim',
  access: 'write',
  needs: 'own',
  input: {
    queue: text('The queue (default: every queue that you may claim from)', {
      positional: true,
      completes: 'queue',
      placeholder: queueField.placeholder,
    }),
    lease: duration("The length of the lease (default: the queue's)"),
    full: fullField,
  },
  value: 'oneMessage',
  examples: [['watchpost claim work --json', 'claims an item; exit code 1 means that there is none']],
  async run(context, { queue, lease }): Promise<Offer<Values['oneMessage']>> {
    const name = queue === undefined ? null : queueName(queue)
    const request = { queue: name, forms: formsOf(context), lease: leaseOf(lease) }
    const claimed = await context.store.queues.claim(doerOf(context), request, context.now())
    if (claimed === null) throw await whyNot(context, name)
    return offerClaimed(context, claimed)
  },
})
