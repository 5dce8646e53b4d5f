import { operation } from '../operation.ts'
import { channelField, channelName } from './value.ts'

export const closeChannel = operation({
  summary: 'Close a channel: nothing more is posted; what is there can be read',
  access: 'write',
  unregistered: true,
  input: { channel: channelField },
  value: 'channel',
  run: (context, { channel }) => context.store.channels.close(channelName(channel)),
})
