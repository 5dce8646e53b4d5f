import { nextPane } from '../../panes/inbox/focus.ts'
import { command } from '../command.ts'

export const panePrevious = command({
  name: 'pane-previous',
  at: { everywhere: 'S-Tab' },
  help: 'previous pane',
  run: (state) => nextPane(state, -1),
})
