import { move } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const pageUp = command({
  name: 'page-up',
  at: { everywhere: 'PageUp | C-b' },
  help: 'a screen up',
  needs: 'text',
  inRoster: true,
  run: (state) => move(state, 'page', -1),
})
