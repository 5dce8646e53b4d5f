import type { Box } from '../../domain/delivery.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { duration, flag, texts } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { all } from '../../services/exchange/directory.ts'
import { gateOf } from '../../services/gate/gate.ts'
import { requireAgent } from '../../services/lookup.ts'
import { openBoxes } from '../../services/mail/filter.ts'
import { messageFields, moveMessages } from '../../services/taking/moves.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

const most = 500

export const archive = operation({
  summary: 'Archive messages; restore brings them back',
  access: 'write',
  needs: 'inside',
  input: {
    ...messageFields,
    messages: texts('The messages', { positional: true, completes: 'message', placeholder: 'ID' }),
    olderThan: duration(`Archive handled mail older than this instead, ${most} at a time`),
    everyone: flag('With --older-than: in all mailboxes that you supervise; the log records who acted'),
  },
  value: 'moved',
  examples: [
    ['watchpost archive --older-than 7d', 'archives mail that was handled more than a week ago'],
    ['watchpost archive --older-than 7d --everyone', 'the same in every mailbox'],
  ],
  async run(context, { olderThan, everyone = false, messages = [], of }) {
    if ((olderThan === undefined) === (messages.length === 0)) {
      throw new MailError(
        'usage',
        'Give either message ids or --older-than.',
        'Example: `watchpost archive --older-than 7d`',
      )
    }
    if (everyone && (olderThan === undefined || of !== undefined))
      throw new MailError(
        'usage',
        '--everyone goes with --older-than alone.',
        'Leave out --of and message ids.',
      )
    if (olderThan === undefined) return moveMessages(context, { messages, of }, { verb: 'archive' })
    const before = context.now() - olderThan
    if (!everyone) return archiveOld(context, of, before, most)
    const { roster } = context.store
    const agents = await all((after) => roster.list({}, { limit: most, after }))
    const moved: Values['moved']['messages'][number][] = []
    const { may } = await gateOf(context).sift('settle', agents, ({ address }) => ({ agent: address }))
    for (const { address } of may) {
      if (moved.length >= most) break
      moved.push(...(await archiveOld(context, address, before, most - moved.length)).messages)
    }
    return { messages: moved }
  },
})

const settled: readonly Box[] = [
  ...openBoxes.filter((box) => box !== 'unread' && box !== 'processing'),
  'completed',
]

async function archiveOld(
  context: Context,
  of: string | undefined,
  before: number,
  limit: number,
): Promise<Values['moved']> {
  const owner = of === undefined ? context.actor.address : (await requireAgent(context, of)).address
  const old = await context.store.deliveries.olderThan(owner, settled, before, limit)
  if (old.length === 0) return { messages: [] }
  return moveMessages(context, { messages: old.map(shortId), of }, { verb: 'archive' })
}
