import { match } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const previousMatch = command({
  name: 'previous-match',
  at: { everywhere: 'N' },
  help: 'previous match',
  needs: 'row',
  inPanes: true,
  run: (state) => match(state, -1),
})
