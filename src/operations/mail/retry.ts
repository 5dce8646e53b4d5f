import { duration } from '../input.ts'
import { operation } from '../operation.ts'
import { messageFields, moveMessages } from './moves.ts'
import { leaseTime } from './take.ts'

export const retry = operation({
  summary: 'Take failed messages up again',
  access: 'write',
  input: { ...messageFields, lease: duration('How long the lease lasts (10m)') },
  value: 'moved',
  run(context, { lease, ...input }) {
    const by = context.session ?? context.actor.address
    return moveMessages(context, input, {
      verb: 'retry',
      lease: { by, until: context.now() + (lease ?? leaseTime) },
    })
  },
})
