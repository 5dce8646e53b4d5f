import { resized } from '../../panes/widths.ts'
import { command } from '../command.ts'

export const narrower = command({
  name: 'narrower',
  at: { everywhere: '<' },
  help: 'make the pane narrower',
  run: (state) => resized(state, -1),
})
