import { command } from '../command.ts'
import { hasPanes } from '../here.ts'
import { resized } from './resize.ts'

export const narrower = command({
  name: 'narrower',
  at: { everywhere: '<' },
  help: 'make the pane narrower',
  available: hasPanes,
  run: (state) => resized(state, -1),
})
