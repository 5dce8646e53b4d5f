import { command } from '../command.ts'
import { askAboutTask, canEnd, completeWith } from './ending.ts'

const name = 'tasks.complete'

export const completeWork = command({
  name: 'complete',
  at: { tasks: 'c' },
  help: 'complete the task with a result',
  hint: 'complete',
  rank: 4,
  operation: 'completeTask',
  writes: true,
  available: canEnd,
  run: (state) => askAboutTask(state, name, (task) => `Result of ${task}:`),
  answer: (state, task: string, text) => completeWith(state, name, task, text),
  done: {
    completeTask: ({ id, duplicate }) =>
      duplicate ? `The task ${id} was complete already` : `Completed the task ${id}`,
  },
})
