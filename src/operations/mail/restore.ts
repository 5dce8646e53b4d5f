import { operation } from '../operation.ts'
import { messageFields, moveMessages } from './moves.ts'
import { leaseTime } from './take.ts'

export const restore = operation({
  summary: 'Bring archived messages back as they were',
  access: 'write',
  input: messageFields,
  value: 'moved',
  run(context, input) {
    const by = input.of ?? context.session ?? context.actor.address
    return moveMessages(context, input, {
      verb: 'restore',
      lease: { by, until: context.now() + leaseTime },
    })
  },
})
