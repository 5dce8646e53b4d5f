import { goToNextWaiting } from '../../panes/problems.ts'
import { command } from '../command.ts'

export const nextWaiting = command({
  name: 'next-waiting',
  at: { everywhere: 'g !' },
  help: 'to what waits for you: the gravest first, then the next',
  run: goToNextWaiting,
})
