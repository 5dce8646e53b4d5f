import { changePeriod } from '../../overlays/sheet/sheet.ts'
import { command } from '../command.ts'

export const longer = command({
  name: 'longer',
  at: { sheet: ']' },
  help: 'show metrics for a longer period',
  hint: ({ overlay }) => (overlay.type === 'sheet' && overlay.sheet.type === 'stats' ? 'longer' : undefined),
  run: (state) => changePeriod(state, 1),
})
