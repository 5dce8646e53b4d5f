import { moveOverlay } from '../../overlays/scroll.ts'
import { command } from '../command.ts'

export const overlayDown = command({
  name: 'down',
  at: { help: 'j | Down', sheet: 'j | Down', choice: 'j | Down', journal: 'j | Down' },
  help: 'down',
  hint: (state) => (state.overlay.type === 'choice' ? undefined : 'down'),
  run: (state) => moveOverlay(state, 'row', 1),
})
