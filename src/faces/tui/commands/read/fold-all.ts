import { foldedAll } from '../../panes/thread/folding.ts'
import { command } from '../command.ts'

export const foldAll = command({
  name: 'fold-all',
  at: { thread: 'z M' },
  help: 'fold all',
  needs: 'text',
  run: (state) => foldedAll(state, false),
})
