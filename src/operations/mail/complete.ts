import { flag } from '../../input/input.ts'
import { endWork, nextFields } from '../../services/taking/end-work.ts'
import { attemptField, messageFields } from '../../services/taking/moves.ts'
import { relaying } from '../operation.ts'

export const complete = relaying({
  summary: 'Complete messages and archive them, unless --keep is given',
  takes: 'complete',
  access: 'write',
  needs: 'inside',
  input: {
    ...messageFields,
    attempt: attemptField,
    keep: flag('Keep them in the mailbox'),
    ...nextFields,
  },
  value: 'finished',
  examples: [
    [
      'watchpost complete ID --next --json',
      'ends claimed work and claims the next; `next` is null if there is none',
    ],
  ],
  run: (context, { keep, ...input }) => endWork(context, input, { verb: 'complete', keep: keep ?? false }),
})
