import { openChosen } from '../../overlays/choice/opening.ts'
import { command } from '../command.ts'

export const editChoice = command({
  name: 'edit-chosen',
  at: { choice: 'C-g' },
  help: 'open a file in $EDITOR',
  hint: ({ overlay }) => (overlay.type === 'choice' && overlay.decides === undefined ? '$EDITOR' : undefined),
  run: (state) => openChosen(state, true),
})
