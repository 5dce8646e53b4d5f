import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import { leaseField, leaseOf } from '../../services/taking/take.ts'
import { operation } from '../operation.ts'

export const retry = operation({
  summary: 'Resume failed messages',
  access: 'write',
  needs: 'own',
  input: { ...messageFields, lease: leaseField },
  value: 'moved',
  run(context, { lease, ...input }) {
    return moveMessages(context, input, { verb: 'retry', lease: leaseOf(context, lease) })
  },
})
