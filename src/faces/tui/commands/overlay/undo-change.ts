import { command } from '../command.ts'
import { undoChange } from '../undoing.ts'

export const undoJournalEntry = command({
  name: 'undo-entry',
  at: { journal: 'u' },
  help: 'undo this change',
  hint: 'undo this',
  rank: 1,
  operation: 'undo',
  writes: true,
  run: undoChange,
})
