import { requireMember } from '../../domain/group.ts'
import { authorOf } from '../../services/context.ts'
import { absentOf, handOnHeld } from '../../services/groups/held.ts'
import { groupField, groupName, membersField } from '../../services/groups/name.ts'
import { operation } from '../operation.ts'

export const addMembers = operation({
  summary: 'Add members to a group',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { group: groupField, members: membersField },
  value: 'group',
  async run(context, { group, members }) {
    const name = groupName(group)
    const before = await absentOf(context, name)
    const change = { add: members.map(requireMember), remove: [] }
    return handOnHeld(context, await context.store.groups.change(name, change, authorOf(context)), before)
  },
})
