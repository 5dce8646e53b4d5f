import { move } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const up = command({
  name: 'up',
  at: { everywhere: 'k | Up' },
  help: 'up',
  needs: 'text',
  inRoster: true,
  run: (state) => move(state, 'row', -1),
})
