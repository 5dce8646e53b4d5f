import { leave as goOut } from '../../panes/navigation.ts'
import { command } from '../command.ts'

export const leave = command({
  name: 'leave',
  at: { everywhere: 'q' },
  help: 'back; at the top, quit',
  hint: 'quit',
  run: goOut,
})
