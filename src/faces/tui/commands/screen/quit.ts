import { flush } from '../../compose/sending.ts'
import { command } from '../command.ts'

export const quit = command({
  name: 'quit',
  at: { everywhere: 'C-c' },
  help: 'quit',
  run: flush,
})
