import { operation } from '../operation.ts'
import { groupField, groupName } from './name.ts'

export const deleteGroup = operation({
  summary: 'Delete a group; what was sent to it stays with its members',
  access: 'write',
  unregistered: true,
  input: { group: groupField },
  value: 'group',
  run: (context, { group }) => context.store.groups.remove(groupName(group)),
})
