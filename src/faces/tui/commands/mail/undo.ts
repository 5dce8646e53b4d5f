import { takeBack } from '../../compose/sending.ts'
import { isCovered } from '../../state.ts'
import { command } from '../command.ts'

export const undo = command({
  name: 'undo',
  at: { everywhere: 'u' },
  help: 'undo',
  hint: (state) => (isCovered(state) ? undefined : 'undo'),
  rank: 13,
  operation: 'undo',
  writes: true,
  needs: 'changes',
  run: takeBack,
})
