import { beginSearch } from '../../overlays/search/searching.ts'
import { command } from '../command.ts'

export const search = command({
  name: 'search',
  at: { everywhere: '/' },
  help: 'search',
  hint: 'search',
  rank: 8,
  operation: 'search',
  panes: 'shown',
  run: beginSearch,
})
