import { layoutOf } from '../../layout.ts'
import { nextPane } from '../../panes/inbox/focus.ts'
import { command } from '../command.ts'

export const paneNext = command({
  name: 'pane-next',
  at: { everywhere: 'Tab' },
  help: 'next pane',
  hint: 'pane',
  rank: (state) => (layoutOf(state).length === 3 ? 18 : 7),
  run: (state) => nextPane(state, 1),
})
