import { authorOf } from '../../services/context.ts'
import { groupField, groupName, membersField } from '../../services/groups/name.ts'
import { operation } from '../operation.ts'

export const removeMembers = operation({
  summary: 'Remove members from a group, written as in the group',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { group: groupField, members: membersField },
  value: 'group',
  run: (context, { group, members }) =>
    context.store.groups.change(
      groupName(group),
      {
        add: [],
        remove: members.map((member) => member.trim()),
      },
      authorOf(context),
    ),
})
