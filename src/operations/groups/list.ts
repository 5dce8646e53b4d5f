import { pageFields, pageOf } from '../../input/paging.ts'
import { operation } from '../operation.ts'

export const listGroups = operation({
  summary: 'List groups with their members',
  access: 'read',
  unregistered: true,
  input: pageFields,
  value: 'groups',
  async run(context, page) {
    const { rows, next } = await context.store.groups.list(pageOf(page))
    return { groups: rows, next }
  },
})
