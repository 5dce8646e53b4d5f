import { channelField, requireChannel, subscriberField, subscriberOf } from '../../services/channels/value.ts'
import { authorOf } from '../../services/context.ts'
import { operation } from '../operation.ts'

export const subscribe = operation({
  summary: 'Subscribe to a channel: get a copy of every new post',
  access: 'write',
  needs: 'inside',
  input: { channel: channelField, agent: subscriberField },
  value: 'channel',
  async run(context, { channel, agent }) {
    const { name } = await requireChannel(context, channel)
    return context.store.channels.subscribe(
      name,
      await subscriberOf(context, agent),
      context.now(),
      authorOf(context),
    )
  },
})
