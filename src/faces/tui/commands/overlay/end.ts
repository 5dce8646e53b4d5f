import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'

export const overlayEnd = command({
  name: 'end',
  at: {
    help: 'G | End',
    sheet: 'G | End',
    choice: 'G | End',
    journal: 'G | End',
  },
  help: 'to the end',
  run: (state) => moveOverlay(state, 'edge', 1),
})
