import { duration } from '../input.ts'
import { doerOf, operation } from '../operation.ts'
import { fullMessageValue } from '../values.ts'
import { claimFields, claimOf, leaseOf } from './held.ts'

export const renew = operation({
  summary: 'Keep what you have claimed for longer: the lease begins anew',
  access: 'write',
  input: { ...claimFields, lease: duration("How long it lasts from now (the queue's own)") },
  value: 'oneMessage',
  async run(context, { lease, ...input }) {
    const claim = await claimOf(context, input)
    const letter = await context.store.queues.renew(doerOf(context), claim, leaseOf(lease), context.now())
    return { message: fullMessageValue(letter) }
  },
})
