import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import { leaseOf } from '../../services/taking/take.ts'
import { operation } from '../operation.ts'

export const restore = operation({
  summary: 'Restore archived messages',
  access: 'write',
  needs: 'inside',
  input: messageFields,
  value: 'moved',
  run(context, input) {
    const lease = leaseOf(context)
    return moveMessages(context, input, {
      verb: 'restore',
      lease: input.of === undefined ? lease : { ...lease, by: input.of },
    })
  },
})
