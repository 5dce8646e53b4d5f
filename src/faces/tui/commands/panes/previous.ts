import { nextPane } from '../../panes/inbox/focus.ts'
import { command } from '../command.ts'
import { hasPanes } from '../here.ts'

export const panePrevious = command({
  name: 'pane-previous',
  at: { everywhere: 'S-Tab' },
  help: 'previous pane',
  available: hasPanes,
  run: (state) => nextPane(state, -1),
})
