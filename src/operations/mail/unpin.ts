import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'

export const unpin = operation({
  summary: 'Unpin messages',
  access: 'write',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'unpin' }),
})
