import { goToProblem } from '../../panes/problems.ts'
import { command } from '../command.ts'

export const previousProblem = command({
  name: 'previous-problem',
  at: { everywhere: '[' },
  help: 'previous problem in Attention',
  needs: 'row',
  inRoster: true,
  inPanes: true,
  run: (state) => goToProblem(state, -1),
})
