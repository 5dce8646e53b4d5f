import { move } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const end = command({
  name: 'end',
  at: { everywhere: 'G | End' },
  help: 'to the end',
  needs: 'text',
  inRoster: true,
  run: (state) => move(state, 'edge', 1),
})
