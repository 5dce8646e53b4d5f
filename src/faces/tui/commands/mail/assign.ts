import { offeredField } from '../../compose/editor/field.ts'
import { messageHere } from '../../panes/thread/here.ts'
import { type Step, say } from '../../step.ts'
import { ask, wordsIn } from '../ask.ts'
import { call, command } from '../command.ts'

const name = 'mail.assign'

export const assign = command({
  name: 'assign',
  at: { mail: '@' },
  help: 'assign the thread to another supervisor',
  rank: 4.5,
  operation: 'assign',
  writes: true,
  needs: 'row',
  available: (state) => messageHere(state) !== undefined || 'No message is selected.',
  run(state) {
    const other = state.session.pair.others.find(({ who }) => who !== state.session.me.address)?.who ?? ''
    return ask(state, {
      command: name,
      label: 'Assign this thread to:',
      subject: messageHere(state)?.id,
      field: offeredField(other),
      keeps: true,
    })
  },
  answer(state, thread: string, text): Step {
    const [supervisor] = wordsIn(text)
    if (supervisor === undefined) return say(state, 'Not assigned: no supervisor was named.')
    return [state, call(name, 'assign', { thread, supervisor })]
  },
  done: { assign: ({ thread, supervisor }) => `Assigned ${thread} to ${supervisor}` },
})
