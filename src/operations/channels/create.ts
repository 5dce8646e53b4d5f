import { number } from '../input.ts'
import { operation } from '../operation.ts'
import { channelField, channelName } from './value.ts'

export const createChannel = operation({
  summary: 'Make a channel: posts stay in it, and every subscriber gets a copy',
  access: 'write',
  unregistered: true,
  input: {
    channel: { ...channelField, completes: null },
    retainCount: number('How many posts it keeps (all)'),
    retainHours: number('For how many hours it keeps them (always)', { placeholder: 'H' }),
  },
  value: 'channel',
  examples: [['watchpost channel create alerts --retain-count 100', 'a stream of the last hundred posts']],
  run: (context, { channel, retainCount, retainHours }) =>
    context.store.channels.create(
      { name: channelName(channel), retainCount: retainCount || null, retainHours: retainHours || null },
      context.now(),
    ),
})
