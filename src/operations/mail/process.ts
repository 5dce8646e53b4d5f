import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import { leaseField, leaseOf } from '../../services/taking/take.ts'
import { operation } from '../operation.ts'

export const process = operation({
  summary: 'Mark messages as in progress, with a lease',
  access: 'write',
  needs: 'inside',
  input: { ...messageFields, lease: leaseField },
  value: 'moved',
  run(context, { lease, ...input }) {
    return moveMessages(context, input, { verb: 'process', lease: leaseOf(context, lease) })
  },
})
