import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'

export const overlayUp = command({
  name: 'up',
  at: { help: 'k | Up', sheet: 'k | Up', choice: 'k | Up', journal: 'k | Up' },
  help: 'up',
  hint: (state) => (state.overlay.type === 'choice' ? undefined : 'up'),
  run: (state) => moveOverlay(state, 'row', -1),
})
