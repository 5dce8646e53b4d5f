import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'

export const unread = operation({
  summary: 'Mark messages unread again',
  access: 'write',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'unread' }),
})
