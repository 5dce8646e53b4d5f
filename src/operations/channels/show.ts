import { operation } from '../operation.ts'
import { channelField, requireChannel } from './value.ts'

export const showChannel = operation({
  summary: 'Show a channel; `inbox channel:NAME` lists its posts',
  access: 'read',
  unregistered: true,
  input: { channel: channelField },
  value: 'channel',
  run: (context, { channel }) => requireChannel(context, channel),
})
