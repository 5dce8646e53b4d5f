import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'
import { leaseField, leaseOf } from '../taking/take.ts'

export const process = operation({
  summary: 'Mark messages as in progress, with a lease',
  access: 'write',
  input: { ...messageFields, lease: leaseField },
  value: 'moved',
  run(context, { lease, ...input }) {
    return moveMessages(context, input, { verb: 'process', lease: leaseOf(context, lease) })
  },
})
