import { number } from '../../input/input.ts'
import { channelField, channelName } from '../../services/channels/value.ts'
import { authorOf } from '../../services/context.ts'
import { operation } from '../operation.ts'

export const createChannel = operation({
  summary: 'Create a channel: it keeps its posts, and every subscriber gets a copy',
  access: 'write',
  needs: 'own',
  unregistered: true,
  input: {
    channel: { ...channelField, completes: null },
    retainCount: number('Keep at most N posts (all)'),
    retainHours: number('Keep posts for N hours (forever)', { placeholder: 'H' }),
  },
  value: 'channel',
  examples: [['watchpost channel create alerts --retain-count 100', 'keeps the last hundred posts']],
  run: (context, { channel, retainCount, retainHours }) =>
    context.store.channels.create(
      { name: channelName(channel), retainCount: retainCount || null, retainHours: retainHours || null },
      context.now(),
      authorOf(context),
    ),
})
