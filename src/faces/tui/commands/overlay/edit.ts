import { openChosen } from '../../overlays/choice/opening.ts'
import { command } from '../command.ts'

export const editChoice = command({
  name: 'edit-chosen',
  at: { choice: 'C-g' },
  help: 'open a file in $EDITOR',
  hint: '$EDITOR',
  run: (state) => openChosen(state, true),
})
