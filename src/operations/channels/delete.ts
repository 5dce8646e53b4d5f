import { channelField, channelName } from '../../services/channels/value.ts'
import { authorOf } from '../../services/context.ts'
import { operation } from '../operation.ts'

export const deleteChannel = operation({
  summary: 'Delete a channel and its posts; copies of subscribers are kept',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { channel: channelField },
  value: 'channel',
  run: (context, { channel }) => context.store.channels.remove(channelName(channel), authorOf(context)),
})
