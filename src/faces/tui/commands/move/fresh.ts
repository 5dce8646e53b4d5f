import { toFresh } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const fresh = command({
  name: 'fresh',
  at: { everywhere: 'g n' },
  help: 'to the next new message',
  needs: 'row',
  inPanes: true,
  run: toFresh,
})
