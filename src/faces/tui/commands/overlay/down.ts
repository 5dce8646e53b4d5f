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
    fleet: 'j | Down',
    'agent-page': 'j | Down',
    debates: 'j | Down',
    tasks: 'j | Down',
    queues: 'j | Down',
    debate: 'j | Down',
  },
  help: 'down',
  hint: (state) => (hasRows(state) ? undefined : 'down'),
  run: (state) => moveOverlay(state, 'row', 1),
})
