import { searchHelp } from '../../overlays/help/searching-help.ts'
import { command } from '../command.ts'

export const findInHelp = command({
  name: 'search',
  at: { help: '/' },
  help: 'search this help',
  hint: ({ overlay }) => (overlay.type === 'help' ? 'search' : undefined),
  rank: 2,
  available: ({ overlay }) => overlay.type === 'help' || 'Only the help can be searched here.',
  run: searchHelp,
})
