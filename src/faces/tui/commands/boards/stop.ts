import { addressList } from '../../../present.ts'
import { type Step, say } from '../../step.ts'
import { call, command } from '../command.ts'
import { askAboutTask, canEnd } from './ending.ts'

const name = 'tasks.stop'

export const stopWork = command({
  name: 'stop',
  at: { tasks: 'x' },
  help: 'stop the task: interrupt all who take part',
  hint: 'stop',
  rank: 4,
  operation: 'stopTask',
  writes: true,
  available: canEnd,
  run: (state) => askAboutTask(state, name, (task) => `Stop ${task}. Reason:`),
  answer(state, task: string, text): Step {
    const body = text.trim()
    if (body === '') return say(state, 'Nothing was stopped: no reason was given.')
    return [state, call(name, 'stopTask', { task, body })]
  },
  done: {
    stopTask: ({ recipients }, { task }) =>
      `Asked ${addressList(recipients.map(({ address }) => address))} to stop ${task}`,
  },
})
