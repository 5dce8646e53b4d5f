import { moveColumn } from '../../panes/work/work.ts'
import { command } from '../command.ts'

export const previousColumn = command({
  name: 'previous-column',
  at: { queues: 'h | Left | S-Tab' },
  help: 'to the column at the left',
  run: (state) => moveColumn(state, -1),
})
