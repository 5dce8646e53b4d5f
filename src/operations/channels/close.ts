import { channelField, channelName } from '../../services/channels/value.ts'
import { authorOf } from '../../services/context.ts'
import { operation } from '../operation.ts'

export const closeChannel = operation({
  summary: 'Close a channel: its posts stay readable, and no new ones are accepted',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { channel: channelField },
  value: 'channel',
  run: (context, { channel }) => context.store.channels.close(channelName(channel), authorOf(context)),
})
