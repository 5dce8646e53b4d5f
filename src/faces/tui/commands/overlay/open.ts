import type { Overlay } from '../../overlay.ts'
import { openChosen } from '../../overlays/choice/opening.ts'
import { command } from '../command.ts'

export const openChoice = command({
  name: 'open',
  at: { choice: 'Enter | l | Right' },
  help: 'open a file in $PAGER or a link in the browser; decide by the option',
  hint: ({ overlay }) => (decides(overlay) ? 'decide' : 'open'),
  rank: 2,
  run: (state) => openChosen(state),
})

function decides(overlay: Overlay): boolean {
  return overlay.type === 'choice' && overlay.decides !== undefined
}
