import { MailError } from '../../domain/errors.ts'
import { groupField, groupName } from '../../services/groups/name.ts'
import { operation } from '../operation.ts'

export const showGroup = operation({
  summary: 'Show a group and its members',
  access: 'read',
  unregistered: true,
  input: { group: groupField },
  value: 'group',
  async run(context, { group }) {
    const name = groupName(group)
    const found = await context.store.groups.find(name)
    if (found !== null) return found
    throw new MailError('not-found', `There is no group ${name}.`, 'List groups with `watchpost group list`.')
  },
})
