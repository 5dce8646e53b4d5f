import { command } from '../command.ts'
import { resized } from './resize.ts'

export const narrower = command({
  name: 'narrower',
  at: { everywhere: '<' },
  help: 'make the pane narrower',
  run: (state) => resized(state, -1),
})
