import { messageHere } from '../../panes/thread/here.ts'
import { ask } from '../ask.ts'
import { command } from '../command.ts'
import { completeWith } from '../work/ending.ts'

const name = 'mail.end-task'

/** An answer alone does not end a task: the client that gave it to the swarm waits for its result. */
export const endTask = command({
  name: 'end-task',
  at: { mail: 'g f' },
  help: 'finish the task',
  operation: 'completeTask',
  writes: true,
  needs: 'row',
  available: (state) => (messageHere(state)?.task ?? null) !== null || 'The message belongs to no task.',
  run(state) {
    const task = messageHere(state)?.task ?? null
    if (task === null) return [state]
    return ask(state, { command: name, label: `Result of the task ${task}:`, subject: task, keeps: true })
  },
  answer: (state, task: string, text) => completeWith(state, name, task, text),
  done: {
    completeTask: ({ id, duplicate }) =>
      duplicate ? `The task ${id} was complete already` : `Finished the task ${id}`,
  },
})
