import { focusPane } from '../../panes/inbox/focus.ts'
import { command } from '../command.ts'

export const paneRoster = command({
  name: 'pane-roster',
  at: { everywhere: '1' },
  help: 'roster',
  inPanes: true,
  run: (state) => focusPane(state, 'roster'),
})
