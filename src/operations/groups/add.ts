import { requireMember } from '../../domain/group.ts'
import { authorOf, operation } from '../operation.ts'
import { handOnHeld } from './held.ts'
import { groupField, groupName, membersField } from './name.ts'

export const addMembers = operation({
  summary: 'Add members to a group',
  access: 'write',
  unregistered: true,
  input: { group: groupField, members: membersField },
  value: 'group',
  run: async (context, { group, members }) =>
    handOnHeld(
      context,
      await context.store.groups.change(
        groupName(group),
        { add: members.map(requireMember), remove: [] },
        authorOf(context),
      ),
    ),
})
