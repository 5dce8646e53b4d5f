import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'

export const overlayPageDown = command({
  name: 'page-down',
  at: {
    help: 'C-d | PageDown | Space',
    sheet: 'C-d | PageDown | Space',
    choice: 'C-d | PageDown',
    journal: 'C-d | PageDown | Space',
    fleet: 'C-d | PageDown | Space',
    'agent-page': 'C-d | PageDown | Space',
    debates: 'C-d | PageDown | Space',
    tasks: 'C-d | PageDown | Space',
    queues: 'C-d | PageDown | Space',
    debate: 'C-d | PageDown | Space',
  },
  help: 'a screen down',
  run: (state) => moveOverlay(state, 'page', 1),
})
