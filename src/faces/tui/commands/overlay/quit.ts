import { flush } from '../../compose/sending.ts'
import { command } from '../command.ts'

export const overlayQuit = command({
  name: 'quit',
  at: { help: 'C-c', sheet: 'C-c', choice: 'C-c', journal: 'C-c' },
  help: 'quit',
  run: flush,
})
