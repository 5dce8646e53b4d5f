import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { duration, texts } from '../input.ts'
import { requireAgent } from '../lookup.ts'
import { operation } from '../operation.ts'
import { messageFields, moveMessages } from '../taking/moves.ts'
import { openBoxes } from './filter.ts'

const most = 500

export const archive = operation({
  summary: 'Archive messages; restore brings them back',
  access: 'write',
  input: {
    ...messageFields,
    messages: texts('The messages', { positional: true, completes: 'message', placeholder: 'ID' }),
    olderThan: duration(`Archive handled mail older than this instead, ${most} at a time`),
  },
  value: 'moved',
  examples: [['watchpost archive --older-than 7d', 'archives mail that was handled more than a week ago']],
  async run(context, { olderThan, messages = [], of }) {
    if ((olderThan === undefined) === (messages.length === 0)) {
      throw new MailError(
        'usage',
        'Give either message ids or --older-than.',
        'Example: `watchpost archive --older-than 7d`',
      )
    }
    if (olderThan === undefined) return moveMessages(context, { messages, of }, { verb: 'archive' })
    const settled = openBoxes.filter((box) => box !== 'unread' && box !== 'processing')
    const owner = of === undefined ? context.actor.address : (await requireAgent(context, of)).address
    const old = await context.store.deliveries.olderThan(
      owner,
      [...settled, 'completed'],
      context.now() - olderThan,
      most,
    )
    return old.length === 0
      ? { messages: [] }
      : moveMessages(context, { messages: old.map(shortId), of }, { verb: 'archive' })
  },
})
