import { channelField, channelName } from '../../services/channels/value.ts'
import { authorOf } from '../../services/context.ts'
import { operation } from '../operation.ts'

export const reopenChannel = operation({
  summary: 'Reopen a closed channel: it accepts posts and subscribers again',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { channel: channelField },
  value: 'channel',
  run: (context, { channel }) => context.store.channels.reopen(channelName(channel), authorOf(context)),
})
