import { openStats } from '../../overlays/sheet/sheet.ts'
import { command } from '../command.ts'

export const stats = command({
  name: 'stats',
  at: { everywhere: 'M' },
  help: 'metrics: flow, answer times, backlog',
  operation: 'stats',
  run: (state) => openStats(state),
})
