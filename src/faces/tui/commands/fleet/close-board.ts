import { leaveBoard } from '../../panes/fleet/board.ts'
import { refresh } from '../../panes/inbox/refresh.ts'
import { command } from '../command.ts'

export const closeBoard = command({
  name: 'back',
  at: { fleet: 'Esc | q | B | h | Left', 'agent-page': 'Esc | q | h | Left' },
  help: 'back: to the board, out of the filter, to the panes',
  hint: ({ panes: { fleet } }) => (fleet?.page ? 'board' : fleet?.filter ? 'show all' : 'close'),
  rank: 3,
  run: (state) => leaveBoard(state, refresh),
})
