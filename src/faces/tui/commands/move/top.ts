import { move } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const top = command({
  name: 'top',
  at: { everywhere: 'g g | Home' },
  help: 'to the top',
  needs: 'text',
  inRoster: true,
  run: (state) => move(state, 'edge', -1),
})
