import { command } from '../command.ts'
import { leave as goOut } from '../navigation.ts'

export const leave = command({
  name: 'leave',
  at: { everywhere: 'q' },
  help: 'back; at the top, quit',
  hint: 'quit',
  run: goOut,
})
