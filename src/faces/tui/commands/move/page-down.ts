import { move } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const pageDown = command({
  name: 'page-down',
  at: { everywhere: 'PageDown | C-f' },
  help: 'a screen down',
  needs: 'text',
  inRoster: true,
  run: (state) => move(state, 'page', 1),
})
