import { goToNextWaiting } from '../../panes/problems.ts'
import { command } from '../command.ts'

const keys = 'g !'

export const nextWaiting = command({
  name: 'next-waiting',
  at: {
    everywhere: keys,
    fleet: keys,
    'agent-page': keys,
    debates: keys,
    debate: keys,
    tasks: keys,
    queues: keys,
  },
  help: 'to what waits for you: the gravest first, then the next',
  run: goToNextWaiting,
})
