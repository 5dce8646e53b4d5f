import { workRow } from '../../panes/work/work.ts'
import { type Step, say } from '../../step.ts'
import { ask } from '../ask.ts'
import { call, command } from '../command.ts'

const name = 'tasks.complete'

export const completeWork = command({
  name: 'complete',
  at: { tasks: 'c' },
  help: 'complete the task with a result',
  hint: 'complete',
  rank: 4,
  operation: 'completeTask',
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
    return ask(state, { command: name, label: `Result of ${named}:`, subject: id, keeps: true })
  },
  answer(state, task: string, text): Step {
    const body = text.trim()
    if (body === '') return say(state, 'The task goes on: no result was given.')
    return [state, call(name, 'completeTask', { task, body })]
  },
  done: {
    completeTask: ({ id, duplicate }) =>
      duplicate ? `The task ${id} was complete already` : `Completed the task ${id}`,
  },
})
