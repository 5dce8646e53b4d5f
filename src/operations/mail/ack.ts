import { MailError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import { flag, text } from '../../input/input.ts'
import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import { operation } from '../operation.ts'

export const ack = operation({
  summary: 'Acknowledge messages, so that their senders see you noticed them',
  access: 'write',
  needs: 'inside',
  input: {
    ...messageFields,
    note: text('A note for the log', { longest: limits.note }),
    ignore: flag('Close it without an answer'),
    reason: text('The reason for ignoring it', { longest: limits.note }),
  },
  value: 'moved',
  run(context, { note, ignore, reason, ...input }) {
    if (reason !== undefined && !ignore)
      throw new MailError('usage', '--reason works only with --ignore.', 'To add a note, use --note.')
    const detail = {
      ...(note === undefined ? {} : { note }),
      ...(ignore ? { ignored: true } : {}),
      ...(reason === undefined ? {} : { reason }),
    }
    return moveMessages(context, input, { verb: 'ack', ignore: ignore ?? false }, detail)
  },
})
