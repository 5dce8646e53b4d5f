import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'

export const unread = operation({
  summary: 'Mark messages as unread',
  access: 'write',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'unread' }),
})
