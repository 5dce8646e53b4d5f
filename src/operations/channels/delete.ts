import { operation } from '../operation.ts'
import { channelField, channelName } from './value.ts'

export const deleteChannel = operation({
  summary: 'Delete a channel and its stream; the copies of subscribers stay',
  access: 'write',
  unregistered: true,
  input: { channel: channelField },
  value: 'channel',
  run: (context, { channel }) => context.store.channels.remove(channelName(channel)),
})
