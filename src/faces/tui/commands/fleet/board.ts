import { openBoard } from '../../panes/fleet/board.ts'
import { command } from '../command.ts'

export const board = command({
  name: 'fleet',
  at: { everywhere: 'B' },
  help: 'board of the fleet: every agent, what it works on, and what waits for it',
  hint: 'fleet',
  rank: 17,
  operation: 'fleet',
  run: openBoard,
})
