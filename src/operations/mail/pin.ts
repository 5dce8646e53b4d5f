import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import { operation } from '../operation.ts'

export const pin = operation({
  summary: 'Pin messages, so that upkeep leaves them where they are',
  access: 'write',
  needs: 'inside',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'pin' }),
})
