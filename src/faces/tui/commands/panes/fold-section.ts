import { foldSection } from '../../panes/roster/folding.ts'
import { command } from '../command.ts'

export const foldSectionKey = command({
  name: 'fold-section',
  at: { list: 'g z' },
  help: 'fold the section of the roster, unfold it',
  available: ({ panes: { focus } }) => focus === 'roster' || 'Sections fold in the roster.',
  run: foldSection,
})
