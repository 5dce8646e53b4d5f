import { sortBoard } from '../../panes/fleet/board.ts'
import { command } from '../command.ts'

export const sort = command({
  name: 'sort',
  at: { fleet: 's' },
  help: 'sort by the next column',
  hint: 'sort',
  rank: 4,
  run: sortBoard,
})
