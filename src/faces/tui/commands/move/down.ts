import { move } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const down = command({
  name: 'down',
  at: { everywhere: 'j | Down' },
  help: 'down',
  needs: 'text',
  inRoster: true,
  run: (state) => move(state, 'row', 1),
})
