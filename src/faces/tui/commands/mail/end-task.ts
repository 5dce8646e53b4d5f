import { messageHere } from '../../panes/thread/here.ts'
import { ask } from '../ask.ts'
import { completeWith } from '../boards/ending.ts'
import { command } from '../command.ts'

const name = 'mail.end-task'

/** Completing a request ends its task, too, with the last answer; this says the result in words of its own. */
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
    completeTask: ({ id, duplicate, status }) => {
      if (status === 'running') return `Finished your part of the task ${id}`
      return duplicate ? `The task ${id} was complete already` : `Finished the task ${id}`
    },
  },
})
