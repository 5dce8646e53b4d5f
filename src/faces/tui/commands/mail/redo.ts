import { reversing } from '../../compose/sending.ts'
import { command } from '../command.ts'

export const redo = command({
  name: 'redo',
  at: { everywhere: 'C-r' },
  help: 'redo',
  operation: 'redo',
  writes: true,
  needs: 'changes',
  run: (state) => [state, reversing(state, 'redo')],
})
