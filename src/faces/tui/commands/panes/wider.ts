import { command } from '../command.ts'
import { hasPanes } from '../here.ts'
import { resized } from './resize.ts'

export const wider = command({
  name: 'wider',
  at: { everywhere: '>' },
  help: 'make the pane wider',
  available: hasPanes,
  run: (state) => resized(state, 1),
})
