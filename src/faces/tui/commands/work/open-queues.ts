import { queueHere } from '../../panes/inbox/scopes.ts'
import { openWork } from '../../panes/work/work.ts'
import { command } from '../command.ts'

export const queuesBoard = command({
  name: 'queues',
  at: { everywhere: 'g q' },
  help: 'board of queues: what is available, claimed and failed; of the listed queue, else of all',
  operation: 'queueBoard',
  run: (state) => openWork(state, 'queues', queueHere(state)),
})
