import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'
import { hasRows } from '../here.ts'

export const overlayDown = command({
  name: 'down',
  at: {
    help: 'j | Down',
    sheet: 'j | Down',
    choice: 'j | Down',
    journal: 'j | Down',
  },
  help: 'down',
  hint: (state) => (hasRows(state) ? undefined : 'down'),
  run: (state) => moveOverlay(state, 'row', 1),
})
