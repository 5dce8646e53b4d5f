import { flag, text } from '../../input/input.ts'
import { endWork, nextFields, requireNext } from '../../services/taking/end-work.ts'
import { attemptField, messageFields } from '../../services/taking/moves.ts'
import { sendResult } from '../../services/taking/result.ts'
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
    result: text('First answer the message with this, in Markdown; - reads standard input', { stdin: true }),
    ...nextFields,
  },
  value: 'finished',
  examples: [
    [
      'watchpost complete ID --next --json',
      'ends claimed work and claims the next; `next` is null if there is none',
    ],
    ['watchpost complete ID --result "None is red."', 'answers the message and completes it'],
  ],
  async run(context, { keep = false, result, ...input }) {
    requireNext(input)
    if (result !== undefined) await sendResult(context, input, result)
    return endWork(context, input, { verb: 'complete', keep })
  },
})
