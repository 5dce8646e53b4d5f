import { markRow } from '../../panes/moves.ts'
import { command } from '../command.ts'

export const mark = command({
  name: 'mark',
  at: { inbox: 'Space' },
  help: 'select, and move on',
  needs: 'row',
  run: markRow,
})
