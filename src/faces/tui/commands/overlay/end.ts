import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'

export const overlayEnd = command({
  name: 'end',
  at: {
    help: 'G | End',
    sheet: 'G | End',
    choice: 'G | End',
    journal: 'G | End',
    fleet: 'G | End',
    'agent-page': 'G | End',
    debates: 'G | End',
    tasks: 'G | End',
    queues: 'G | End',
    debate: 'G | End',
  },
  help: 'to the end',
  run: (state) => moveOverlay(state, 'edge', 1),
})
