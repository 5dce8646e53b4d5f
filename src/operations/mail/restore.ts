import { operation } from '../operation.ts'
import { messageFields, moveMessages } from './moves.ts'

export const restore = operation({
  summary: 'Bring archived messages back as they were',
  access: 'write',
  input: messageFields,
  value: 'moved',
  run: (context, input) => moveMessages(context, input, { verb: 'restore' }),
})
