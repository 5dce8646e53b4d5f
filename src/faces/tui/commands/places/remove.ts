import { counted } from '../../../present.ts'
import { chosenIds } from '../../panes/inbox/chosen.ts'
import { call, command } from '../command.ts'
import { groupHere } from '../here.ts'
import { unmarked } from '../targets.ts'

const name = 'group.remove'

export const remove = command({
  name: 'remove',
  at: { group: 'D' },
  help: 'remove the selected members',
  hint: 'remove',
  rank: 4.5,
  operation: 'removeMembers',
  writes: true,
  needs: 'row',
  available: (state) => chosenIds(state.panes.list).length > 0 || 'No member is selected.',
  run(state) {
    const group = groupHere(state)
    const members = chosenIds(state.panes.list)
    return group === null ? [state] : [unmarked(state), call(name, 'removeMembers', { group, members })]
  },
  done: {
    removeMembers: (_, { group, members }) => `Removed ${counted(members.length, 'member')} from ${group}`,
  },
})
