import { markAll } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const markEvery = command({
  name: 'mark-all',
  at: { inbox: '*' },
  help: 'select all loaded rows, all that match, none',
  needs: 'row',
  run: markAll,
})
