import { requireMember } from '../../domain/group.ts'
import { texts } from '../../input/input.ts'
import { authorOf } from '../../services/context.ts'
import { handOnHeld } from '../../services/groups/held.ts'
import { groupField, groupName, membersField } from '../../services/groups/name.ts'
import { operation } from '../operation.ts'

export const createGroup = operation({
  summary: 'Create a group: mail to group:NAME goes to each member',
  access: 'write',
  needs: 'own',
  unregistered: true,
  input: {
    group: { ...groupField, completes: null },
    members: texts(membersField.help, { positional: true, completes: 'address', placeholder: 'MEMBER' }),
  },
  value: 'group',
  examples: [
    [
      "watchpost group create ops gastown/witness 'gastown/crew/*' role:reviewer",
      'an agent, a pattern and a role under one name',
    ],
  ],
  run: async (context, { group, members = [] }) =>
    handOnHeld(
      context,
      await context.store.groups.create(
        { name: groupName(group), members: members.map(requireMember) },
        authorOf(context),
      ),
    ),
})
