import { takeBack } from '../../compose/sending.ts'
import { command } from '../command.ts'

export const undo = command({
  name: 'undo',
  at: { everywhere: 'u' },
  help: 'undo',
  hint: 'undo',
  rank: 13,
  operation: 'undo',
  writes: true,
  needs: 'changes',
  run: takeBack,
})
