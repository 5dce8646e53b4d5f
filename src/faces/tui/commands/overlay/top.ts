import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'

export const overlayTop = command({
  name: 'top',
  at: {
    help: 'g g | Home',
    sheet: 'g g | Home',
    choice: 'g g | Home',
    journal: 'g g | Home',
  },
  help: 'to the top',
  run: (state) => moveOverlay(state, 'edge', -1),
})
