import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'
import { leaseOf } from '../taking/take.ts'

export const restore = operation({
  summary: 'Restore archived messages',
  access: 'write',
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
