import { requirePlaceName } from '../../domain/places.ts'
import { requiredText, requiredTexts } from '../../input/input.ts'

export const groupField = requiredText('The group', {
  positional: true,
  completes: 'group',
  placeholder: 'NAME',
})

export const membersField = requiredTexts(
  'An agent, a pattern, a set such as @crew, role:NAME, a tag or a group',
  {
    positional: true,
    completes: 'address',
    placeholder: 'MEMBER',
  },
)

export const groupName = (written: string) => requirePlaceName('group', written)
