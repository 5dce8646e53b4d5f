import { MailError } from '../../domain/errors.ts'
import { number } from '../../input/input.ts'
import { channelField, requireChannel } from '../../services/channels/value.ts'
import { authorOf } from '../../services/context.ts'
import { operation } from '../operation.ts'

export const updateChannel = operation({
  summary: 'Change how many posts a channel keeps, and for how long',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: {
    channel: channelField,
    retainCount: number('Keep at most N posts; 0 keeps all'),
    retainHours: number('Keep posts for N hours; 0 keeps them forever', { placeholder: 'H' }),
  },
  value: 'channel',
  examples: [['watchpost channel update alerts --retain-count 20', 'keeps the last twenty posts']],
  async run(context, { channel, retainCount, retainHours }) {
    if (retainCount === undefined && retainHours === undefined)
      throw new MailError('usage', 'There is nothing to change.', 'Give --retain-count or --retain-hours.')
    const known = await requireChannel(context, channel)
    const retention = {
      retainCount: retainCount === undefined ? known.retainCount : retainCount || null,
      retainHours: retainHours === undefined ? known.retainHours : retainHours || null,
    }
    return context.store.channels.retain(known.name, retention, context.now(), authorOf(context))
  },
})
