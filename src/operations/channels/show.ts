import { channelField, requireChannel } from '../../services/channels/value.ts'
import { operation } from '../operation.ts'

export const showChannel = operation({
  summary: 'Show a channel; `inbox channel:NAME` lists its posts',
  access: 'read',
  unregistered: true,
  input: { channel: channelField },
  value: 'channel',
  run: (context, { channel }) => requireChannel(context, channel),
})
