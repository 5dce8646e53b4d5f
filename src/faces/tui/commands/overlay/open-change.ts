import { openChange } from '../../overlays/journal/journal.ts'
import { command } from '../command.ts'

export const openJournalEntry = command({
  name: 'open',
  at: { journal: 'Enter | l | Right' },
  help: 'list the thread of the first message',
  hint: 'open',
  rank: 2,
  run: openChange,
})
