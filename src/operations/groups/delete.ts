import { authorOf } from '../../services/context.ts'
import { groupField, groupName } from '../../services/groups/name.ts'
import { operation } from '../operation.ts'

export const deleteGroup = operation({
  summary: 'Delete a group; its members keep their mail',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { group: groupField },
  value: 'group',
  run: (context, { group }) => context.store.groups.remove(groupName(group), authorOf(context)),
})
