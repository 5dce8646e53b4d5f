import { messageHere } from '../../panes/thread/here.ts'
import { type Step, say } from '../../step.ts'
import { ask } from '../ask.ts'
import { call, command } from '../command.ts'

const name = 'mail.end-task'

/** An answer alone ends no task: whoever gave it to the swarm waits for its result. */
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
  answer(state, task: string, text): Step {
    const body = text.trim()
    if (body === '') return say(state, 'The task goes on: no result was given.')
    return [state, call(name, 'completeTask', { task, body })]
  },
  done: {
    completeTask: ({ id, duplicate }) =>
      duplicate ? `The task ${id} was complete already` : `Finished the task ${id}`,
  },
})
