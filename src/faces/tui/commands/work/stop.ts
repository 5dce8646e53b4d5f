import { addressList } from '../../../present.ts'
import { workRow } from '../../panes/work/work.ts'
import { type Step, say } from '../../step.ts'
import { ask } from '../ask.ts'
import { call, command } from '../command.ts'

const name = 'tasks.stop'

export const stopWork = command({
  name: 'stop',
  at: { tasks: 'x' },
  help: 'stop the task: interrupt all who take part',
  hint: 'stop',
  rank: 4,
  operation: 'stopTask',
  writes: true,
  available(state) {
    const row = workRow(state)
    if (row?.type !== 'task') return 'No task is selected.'
    return row.task.status !== 'completed' || 'This task is already completed.'
  },
  run(state) {
    const row = workRow(state)
    if (row?.type !== 'task') return [state]
    const { id, title } = row.task
    const named = title === '' ? id : title
    return ask(state, { command: name, label: `Stop ${named}, because:`, subject: id, keeps: true })
  },
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
