import { focusPane } from '../../panes/inbox/focus.ts'
import { andThen } from '../../step.ts'
import { changed } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget } from '../targets.ts'

const words = { done: 'Marked {} unread', verb: 'mark {} unread' }

export const unread = command({
  name: 'unread',
  at: { mail: 'U' },
  help: 'mark unread',
  operation: 'unread',
  writes: true,
  needs: 'row',
  available: hasTarget,
  run(state) {
    const step = changed(state, { command: 'mail.unread', operation: 'unread', words })
    // A message that stays open in the thread would be marked read again.
    return state.panes.focus === 'thread' ? andThen(step, (next) => focusPane(next, 'inbox')) : step
  },
  changes: { unread: words },
})
