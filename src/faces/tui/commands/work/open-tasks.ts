import { openWork } from '../../panes/work/work.ts'
import { command } from '../command.ts'

export const tasksBoard = command({
  name: 'tasks',
  at: { everywhere: 'g w' },
  help: 'board of tasks: what is worked on, by title',
  operation: 'taskBoard',
  run: (state) => openWork(state, 'tasks'),
})
