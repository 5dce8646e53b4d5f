import { MailError } from '../../domain/errors.ts'
import { requireTime } from '../../domain/moment.ts'
import { time } from '../../input/input.ts'
import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import { operation } from '../operation.ts'

export const snooze = operation({
  summary: 'Snooze messages until a time',
  access: 'write',
  needs: 'inside',
  input: {
    ...messageFields,
    until: time('The time to return them, such as 2h, 17:30, tomorrow 9am or monday (required)'),
  },
  value: 'moved',
  examples: [
    ['watchpost snooze Q8Y7D --until 2h', 'brings it back in two hours'],
    ['watchpost snooze Q8Y7D --until "tomorrow 9am"', 'brings it back tomorrow morning'],
  ],
  async run(context, { until, ...input }) {
    if (until === undefined)
      throw new MailError(
        'usage',
        'The time to return is missing.',
        'Add --until, such as --until 2h or --until "tomorrow 9am".',
      )
    return moveMessages(context, input, {
      verb: 'snooze',
      until: requireTime(until, context.now(), '--until'),
    })
  },
})
