import { move } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const halfDown = command({
  name: 'half-down',
  at: { everywhere: 'C-d' },
  help: 'half a screen down',
  needs: 'text',
  inRoster: true,
  run: (state) => move(state, 'half', 1),
})
