import { admitsClaimant } from '../../domain/addressing/claim-pattern.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { lostNotes } from '../../domain/lost-mail.ts'
import { duration, text } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import type { Offer } from '../../services/offer.ts'
import { leaseOf } from '../../services/queues/held.ts'
import { queueField, queueName, requireQueue } from '../../services/queues/value.ts'
import { opened } from '../../services/sealing/opened.ts'
import { fullField } from '../../services/taking/take.ts'
import { withFields } from '../../services/templates/parsed.ts'
import { fullMessageValue } from '../../services/values.ts'
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
    const { queues } = context.store
    const { address, longForm } = context.actor
    const name = queue === undefined ? null : queueName(queue)
    const claimed = await queues.claim(
      doerOf(context),
      {
        queue: name,
        forms: longForm === null ? [address] : [address, longForm],
        lease: leaseOf(lease),
      },
      context.now(),
    )
    if (claimed === null) throw await whyNot(context, name)
    const { letter, attempt, lost } = claimed
    return {
      value: { message: await withFields(context, fullMessageValue(await opened(context, letter))) },
      notes: lostNotes(lost),
      settle: async () => {},
      release: async () => {
        await queues.release(doerOf(context), { message: letter.message.id, attempt }, context.now())
      },
      closedEarly: `The output was closed before the whole message was written; the lease on ${shortId(letter.message.id)} was released.`,
    }
  },
})

/** Looked into only now: counting a queue takes longer than claiming from it. */
async function whyNot(context: Context, name: string | null): Promise<MailError> {
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
