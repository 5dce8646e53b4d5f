import { flush } from '../../compose/sending.ts'
import { command } from '../command.ts'

export const overlayQuit = command({
  name: 'quit',
  at: {
    ...{ help: 'C-c', sheet: 'C-c', choice: 'C-c', journal: 'C-c', fleet: 'C-c', 'agent-page': 'C-c' },
    ...{ debates: 'C-c', tasks: 'C-c', queues: 'C-c', debate: 'C-c' },
  },
  help: 'quit',
  run: flush,
})
