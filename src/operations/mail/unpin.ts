import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import { operation } from '../operation.ts'

export const unpin = operation({
  summary: 'Unpin messages',
  access: 'write',
  needs: 'inside',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'unpin' }),
})
