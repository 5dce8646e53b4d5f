import { goToNextTab } from '../../panes/inbox/tabs.ts'
import { command } from '../command.ts'

export const previousView = command({
  name: 'previous-view',
  at: { everywhere: '{' },
  help: 'previous view: those with mail, and saved searches',
  inPanes: true,
  run: (state) => goToNextTab(state, -1),
})
