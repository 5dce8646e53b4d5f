import { openChosen } from '../../overlays/choice/opening.ts'
import { command } from '../command.ts'

export const openChoice = command({
  name: 'open',
  at: { choice: 'Enter | l | Right' },
  help: 'open: a file in $PAGER, a link in the browser',
  hint: 'open',
  rank: 2,
  run: (state) => openChosen(state),
})
