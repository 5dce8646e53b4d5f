import { openJournal } from '../../overlays/journal/journal.ts'
import { command } from '../command.ts'

export const journal = command({
  name: 'journal',
  at: { everywhere: 'g u' },
  help: 'journal of your changes',
  operation: 'journal',
  run: openJournal,
})
