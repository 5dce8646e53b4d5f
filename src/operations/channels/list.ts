import { pageFields, pageOf } from '../../input/paging.ts'
import { operation } from '../operation.ts'

export const listChannels = operation({
  summary: 'List channels with their subscribers and retention',
  access: 'read',
  unregistered: true,
  input: pageFields,
  value: 'channels',
  async run(context, page) {
    const { rows, next } = await context.store.channels.list(pageOf(page))
    return { channels: rows, next }
  },
})
