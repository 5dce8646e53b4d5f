import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'

export const pin = operation({
  summary: 'Pin messages: they stay where they are, whatever time does',
  access: 'write',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'pin' }),
})
