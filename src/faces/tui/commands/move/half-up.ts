import { move } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const halfUp = command({
  name: 'half-up',
  at: { everywhere: 'C-u' },
  help: 'half a screen up',
  needs: 'text',
  inRoster: true,
  run: (state) => move(state, 'half', -1),
})
