import { openWork } from '../../panes/work/work.ts'
import { command } from '../command.ts'

export const debatesBoard = command({
  name: 'debates',
  at: { everywhere: 'g d' },
  help: 'board of debates: those that wait for a ruling, and those decided today',
  operation: 'debateBoard',
  run: (state) => openWork(state, 'debates'),
})
