import { yesOrNo } from '../../compose/editor/line-view.ts'
import { ownInbox } from '../../panes/inbox/own-inbox.ts'
import { type Step, say } from '../../step.ts'
import { ask, isYes } from '../ask.ts'
import { call, command } from '../command.ts'
import { groupHere } from '../here.ts'

const name = 'group.close'

export const deleteGroup = command({
  name: 'close',
  at: { group: 'X' },
  help: 'delete the group',
  hint: 'delete',
  rank: 4.5,
  operation: 'deleteGroup',
  writes: true,
  needs: 'changes',
  run(state) {
    const group = groupHere(state)
    return ask(state, { command: name, label: `Delete the group ${group}?${yesOrNo}`, subject: group })
  },
  answer: (state, group: string, text): Step =>
    isYes(text) ? [state, call(name, 'deleteGroup', { group })] : say(state, 'The group stays.'),
  done: {
    deleteGroup: (_, { group }, self) => ({ text: `Deleted the group ${group}`, show: ownInbox(self) }),
  },
})
