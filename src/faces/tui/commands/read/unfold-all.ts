import { foldedAll } from '../../panes/thread/folding.ts'
import { command } from '../command.ts'

export const unfoldAll = command({
  name: 'unfold-all',
  at: { thread: 'z R' },
  help: 'unfold all',
  needs: 'text',
  run: (state) => foldedAll(state, true),
})
