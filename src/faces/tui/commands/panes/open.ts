import type { State } from '../../state.ts'
import { command } from '../command.ts'
import { open as goIn } from '../navigation.ts'

export const open = command({
  name: 'open',
  at: { everywhere: 'Enter | l | Right' },
  help: 'open',
  hint: (state) => (isEmpty(state) ? undefined : 'open'),
  // In the thread Enter folds a message, which is open already.
  rank: ({ panes: { focus } }) => (focus === 'thread' ? 18 : 2),
  needs: 'row',
  inRoster: true,
  run: goIn,
})

function isEmpty({ panes: { focus, list } }: State): boolean {
  return focus === 'inbox' && list.rows.length === 0
}
