import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'
import { leaseField, leaseOf } from '../taking/take.ts'

export const retry = operation({
  summary: 'Resume failed messages',
  access: 'write',
  input: { ...messageFields, lease: leaseField },
  value: 'moved',
  run(context, { lease, ...input }) {
    return moveMessages(context, input, { verb: 'retry', lease: leaseOf(context, lease) })
  },
})
