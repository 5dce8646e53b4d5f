import { changePeriod } from '../../overlays/sheet/sheet.ts'
import { command } from '../command.ts'

export const shorter = command({
  name: 'shorter',
  at: { sheet: '[' },
  help: 'show metrics for a shorter period',
  hint: ({ overlay }) => (overlay.type === 'sheet' && overlay.sheet.type === 'stats' ? 'shorter' : undefined),
  run: (state) => changePeriod(state, -1),
})
