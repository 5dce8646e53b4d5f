import { command } from '../command.ts'
import { resized } from './resize.ts'

export const wider = command({
  name: 'wider',
  at: { everywhere: '>' },
  help: 'make the pane wider',
  run: (state) => resized(state, 1),
})
