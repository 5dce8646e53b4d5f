import { focusPane } from '../../panes/inbox/focus.ts'
import { command } from '../command.ts'

export const paneInbox = command({
  name: 'pane-inbox',
  at: { everywhere: '2' },
  help: 'inbox',
  inPanes: true,
  run: (state) => focusPane(state, 'inbox'),
})
