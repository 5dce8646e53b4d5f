import { text } from '../input.ts'
import { operation } from '../operation.ts'
import { attemptField, messageFields, moveMessages } from './moves.ts'

export const fail = operation({
  summary: 'Mark messages as failed; retry takes them up again',
  access: 'write',
  input: { ...messageFields, attempt: attemptField, reason: text('What went wrong, kept in the log') },
  value: 'moved',
  run: (context, { reason, ...input }) =>
    moveMessages(context, input, { verb: 'fail' }, reason === undefined ? {} : { reason }),
})
