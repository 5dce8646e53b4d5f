import { showHistory } from '../../panes/thread/folding.ts'
import { command } from '../command.ts'

export const history = command({
  name: 'history',
  at: { thread: 'i' },
  help: 'history of the message',
  hint: 'history',
  rank: 18,
  operation: 'history',
  needs: 'text',
  run: showHistory,
})
