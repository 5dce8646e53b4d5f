import { refresh } from '../../panes/inbox/refresh.ts'
import { leaveWork } from '../../panes/work/work.ts'
import { command } from '../command.ts'

export const closeWork = command({
  name: 'back',
  at: {
    debates: 'Esc | q | h | Left',
    tasks: 'Esc | q | h | Left',
    queues: 'Esc | q',
    debate: 'Esc | q | h | Left',
  },
  help: 'back: to the board, to the panes',
  hint: ({ panes: { work } }) => (work?.page ? 'board' : 'close'),
  rank: 3,
  run: (state) => leaveWork(state, refresh),
})
