import { command } from '../command.ts'

export const redo = command({
  name: 'redo',
  at: { everywhere: 'C-r' },
  help: 'redo',
  operation: 'redo',
  writes: true,
  needs: 'changes',
  run: (state) => [state, { type: 'reverse', direction: 'redo' }],
})
