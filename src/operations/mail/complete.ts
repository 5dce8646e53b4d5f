import { flag } from '../input.ts'
import { operation } from '../operation.ts'
import { attemptField, messageFields, moveMessages } from '../taking/moves.ts'

export const complete = operation({
  summary: 'Mark messages as done; they are archived unless --keep',
  access: 'write',
  input: { ...messageFields, attempt: attemptField, keep: flag('Leave them in the mailbox') },
  value: 'moved',
  run: (context, { keep, ...input }) =>
    moveMessages(context, input, { verb: 'complete', keep: keep ?? false }),
})
