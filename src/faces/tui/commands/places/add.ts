import { counted } from '../../../present.ts'
import { type Step, say } from '../../step.ts'
import { ask, wordsIn } from '../ask.ts'
import { call, command } from '../command.ts'
import { groupHere } from '../here.ts'

const name = 'group.add'

export const add = command({
  name: 'add',
  at: { group: 'A' },
  help: 'add members',
  hint: 'add',
  rank: 4.5,
  operation: 'addMembers',
  writes: true,
  needs: 'changes',
  run(state) {
    const group = groupHere(state)
    const label = `Add to ${group} (agents, patterns, role:NAME, groups):`
    return ask(state, { command: name, label, subject: group, keeps: true })
  },
  answer(state, group: string, text): Step {
    const members = wordsIn(text)
    return members.length === 0
      ? say(state, 'No member was added.')
      : [state, call(name, 'addMembers', { group, members })]
  },
  done: {
    addMembers: (_, { group, members }) => `Added ${counted(members.length, 'member')} to ${group}`,
  },
})
