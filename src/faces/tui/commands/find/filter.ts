import { beginFilter } from '../../overlays/search/filtering.ts'
import { command } from '../command.ts'

export const filter = command({
  name: 'filter',
  at: { everywhere: 'f' },
  help: 'filter the list',
  hint: ({ panes: { focus, list } }) =>
    focus === 'inbox' && list.rows.length === 0 && list.filter === '' ? undefined : 'filter',
  rank: 16,
  panes: 'shown',
  run: beginFilter,
})
