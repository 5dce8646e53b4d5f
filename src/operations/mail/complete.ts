import { flag } from '../../input/input.ts'
import { attemptField, messageFields, moveMessages } from '../../services/taking/moves.ts'
import { operation } from '../operation.ts'

export const complete = operation({
  summary: 'Complete messages and archive them, unless --keep is given',
  access: 'write',
  needs: 'inside',
  input: { ...messageFields, attempt: attemptField, keep: flag('Keep them in the mailbox') },
  value: 'moved',
  run: (context, { keep, ...input }) =>
    moveMessages(context, input, { verb: 'complete', keep: keep ?? false }),
})
