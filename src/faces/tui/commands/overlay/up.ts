import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'
import { hasRows } from '../here.ts'

export const overlayUp = command({
  name: 'up',
  at: {
    help: 'k | Up',
    sheet: 'k | Up',
    choice: 'k | Up',
    journal: 'k | Up',
  },
  help: 'up',
  hint: (state) => (hasRows(state) ? undefined : 'up'),
  run: (state) => moveOverlay(state, 'row', -1),
})
