import { duration } from '../../input/input.ts'
import { doerOf } from '../../services/context.ts'
import { claimFields, claimOf, leaseOf } from '../../services/queues/held.ts'
import { fullMessageValue } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const renew = operation({
  summary: 'Renew the lease of a claimed item',
  access: 'write',
  needs: 'own',
  input: { ...claimFields, lease: duration("The length of the lease from now (default: the queue's)") },
  value: 'oneMessage',
  async run(context, { lease, ...input }) {
    const claim = await claimOf(context, input)
    const letter = await context.store.queues.renew(doerOf(context), claim, leaseOf(lease), context.now())
    return { message: fullMessageValue(letter) }
  },
})
