import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'

export const overlayPageUp = command({
  name: 'page-up',
  at: {
    help: 'C-u | PageUp',
    sheet: 'C-u | PageUp',
    choice: 'C-u | PageUp',
    journal: 'C-u | PageUp',
    fleet: 'C-u | PageUp',
    'agent-page': 'C-u | PageUp',
    debates: 'C-u | PageUp',
    tasks: 'C-u | PageUp',
    queues: 'C-u | PageUp',
    debate: 'C-u | PageUp',
  },
  help: 'a screen up',
  run: (state) => moveOverlay(state, 'page', -1),
})
