import { channelField, requireChannel, subscriberField, subscriberOf } from '../../services/channels/value.ts'
import { authorOf } from '../../services/context.ts'
import { operation } from '../operation.ts'

export const unsubscribe = operation({
  summary: 'Unsubscribe from a channel; copies you have are kept',
  access: 'write',
  needs: 'inside',
  input: { channel: channelField, agent: subscriberField },
  value: 'channel',
  async run(context, { channel, agent }) {
    const { name } = await requireChannel(context, channel)
    return context.store.channels.unsubscribe(name, await subscriberOf(context, agent), authorOf(context))
  },
})
