import { match } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const nextMatch = command({
  name: 'next-match',
  at: { everywhere: 'n' },
  help: 'next match',
  needs: 'row',
  inPanes: true,
  run: (state) => match(state, 1),
})
