import { goToProblem } from '../../panes/problems.ts'
import { command } from '../command.ts'

export const nextProblem = command({
  name: 'next-problem',
  at: { everywhere: ']' },
  help: 'next problem in Attention',
  needs: 'row',
  inRoster: true,
  inPanes: true,
  run: (state) => goToProblem(state, 1),
})
