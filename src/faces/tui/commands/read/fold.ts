import { toggled } from '../../panes/thread/folding.ts'
import { command } from '../command.ts'

export const fold = command({
  name: 'fold',
  at: { thread: 'z a | Space' },
  help: 'fold, unfold',
  hint: 'fold',
  rank: 17,
  needs: 'text',
  run: toggled,
})
