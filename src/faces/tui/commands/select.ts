import { markAll, markRange, markRow } from '../panes/moves.ts'
import type { HasPanes } from '../state.ts'
import type { Command } from './command.ts'

const inRows = { needs: 'row', available: hasRows } as const

function hasRows({ panes: { list } }: HasPanes): true | string {
  return list.rows.length > 0 || 'Nothing is listed.'
}

/** What chooses rows of a list. */
export const selecting: readonly Command[] = [
  { name: 'mark', at: { inbox: 'Space' }, help: 'select, and move on', ...inRows, run: markRow },
  { name: 'range', at: { inbox: 'V' }, help: 'select a range', ...inRows, run: markRange },
  {
    name: 'mark-all',
    at: { inbox: '*' },
    help: 'select all loaded rows, all that match, none',
    ...inRows,
    run: markAll,
  },
]
