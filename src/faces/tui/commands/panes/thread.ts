import { focusPane } from '../../panes/inbox/focus.ts'
import { command } from '../command.ts'

export const paneThread = command({
  name: 'pane-thread',
  at: { everywhere: '3' },
  help: 'thread',
  inPanes: true,
  run: (state) => focusPane(state, 'thread'),
})
