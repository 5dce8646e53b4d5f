import { operation } from '../operation.ts'
import { pageFields, pageOf } from '../paging.ts'

export const listGroups = operation({
  summary: 'The groups that mail can be sent to, with their members',
  access: 'read',
  unregistered: true,
  input: pageFields,
  value: 'groups',
  async run(context, page) {
    const { rows, next } = await context.store.groups.list(pageOf(page))
    return { groups: rows, next }
  },
})
