import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'

export const pin = operation({
  summary: 'Pin messages, so that upkeep leaves them where they are',
  access: 'write',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'pin' }),
})
