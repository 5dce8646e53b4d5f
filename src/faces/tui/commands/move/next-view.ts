import { goToNextTab } from '../../panes/inbox/tabs.ts'
import { command } from '../command.ts'

export const nextView = command({
  name: 'next-view',
  at: { everywhere: '}' },
  help: 'next view: those with mail, and saved searches',
  inPanes: true,
  run: (state) => goToNextTab(state, 1),
})
