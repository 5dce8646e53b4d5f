import { markRange } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const range = command({
  name: 'range',
  at: { inbox: 'V' },
  help: 'select a range',
  needs: 'row',
  run: markRange,
})
