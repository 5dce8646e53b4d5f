import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import { operation } from '../operation.ts'

export const unread = operation({
  summary: 'Mark messages as unread',
  access: 'write',
  needs: 'inside',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'unread' }),
})
