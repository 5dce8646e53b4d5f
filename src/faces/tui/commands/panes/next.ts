import { layoutOf } from '../../layout.ts'
import { nextPane } from '../../panes/inbox/focus.ts'
import { isCovered } from '../../state.ts'
import { command } from '../command.ts'
import { hasPanes } from '../here.ts'

export const paneNext = command({
  name: 'pane-next',
  at: { everywhere: 'Tab' },
  help: 'next pane',
  hint: (state) => (isCovered(state) ? undefined : 'pane'),
  rank: (state) => (layoutOf(state).length === 3 ? 18 : 7),
  available: hasPanes,
  run: (state) => nextPane(state, 1),
})
