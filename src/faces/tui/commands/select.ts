import { markAll, markRange, markRow } from '../panes/moves.ts'
import type { Command } from './command.ts'

/** What chooses rows of a list. */
export const selecting: readonly Command[] = [
  { name: 'mark', at: { inbox: 'Space' }, help: 'select, and move on', needs: 'row', run: markRow },
  { name: 'range', at: { inbox: 'V' }, help: 'select a range', needs: 'row', run: markRange },
  {
    name: 'mark-all',
    at: { inbox: '*' },
    help: 'select all loaded rows, all that match, none',
    needs: 'row',
    run: markAll,
  },
]
