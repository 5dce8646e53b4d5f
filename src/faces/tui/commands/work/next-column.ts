import { moveColumn } from '../../panes/work/work.ts'
import { command } from '../command.ts'

export const nextColumn = command({
  name: 'next-column',
  at: { queues: 'l | Right | Tab' },
  help: 'to the column at the right',
  hint: 'column',
  rank: 5,
  run: (state) => moveColumn(state, 1),
})
