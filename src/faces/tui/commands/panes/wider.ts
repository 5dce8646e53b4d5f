import { resized } from '../../panes/widths.ts'
import { command } from '../command.ts'

export const wider = command({
  name: 'wider',
  at: { everywhere: '>' },
  help: 'make the pane wider',
  run: (state) => resized(state, 1),
})
