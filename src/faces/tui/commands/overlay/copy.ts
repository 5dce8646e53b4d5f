import { copyChosen } from '../../overlays/choice/opening.ts'
import { command } from '../command.ts'

export const copyChoice = command({
  name: 'copy-id',
  at: { choice: 'y' },
  help: 'copy the link or the path',
  hint: 'copy',
  run: copyChosen,
})
