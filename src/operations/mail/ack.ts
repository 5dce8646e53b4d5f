import { MailError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import { flag, text } from '../input.ts'
import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'

export const ack = operation({
  summary: 'Acknowledge messages: their senders see that you took note',
  access: 'write',
  input: {
    ...messageFields,
    note: text('What you noted, kept in the log', { longest: limits.note }),
    ignore: flag('Close it: no answer will come'),
    reason: text('Why it is ignored', { longest: limits.note }),
  },
  value: 'moved',
  run(context, { note, ignore, reason, ...input }) {
    if (reason !== undefined && !ignore)
      throw new MailError(
        'usage',
        '--reason says why mail is ignored; it goes with --ignore.',
        'Use --note to keep a remark.',
      )
    const detail = {
      ...(note === undefined ? {} : { note }),
      ...(ignore ? { ignored: true } : {}),
      ...(reason === undefined ? {} : { reason }),
    }
    return moveMessages(context, input, { verb: 'ack', ignore: ignore ?? false }, detail)
  },
})
