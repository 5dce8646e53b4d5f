import { toggleUnfolded } from '../../panes/inbox/threads.ts'
import { command } from '../command.ts'

export const unfold = command({
  name: 'unfold',
  at: { inbox: 'L' },
  help: 'unfold the thread in the list, fold it',
  hint: ({ panes: { threaded, list } }) =>
    threaded && list.source.type === 'mailbox' && list.source.box === 'inbox' ? 'unfold' : undefined,
  rank: 9,
  needs: 'row',
  run: toggleUnfolded,
})
