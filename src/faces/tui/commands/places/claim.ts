import { queueHere } from '../../panes/inbox/scopes.ts'
import { clockOf } from '../clock.ts'
import { call, command } from '../command.ts'
import { hasQueue } from '../here.ts'

export const claim = command({
  name: 'claim',
  at: { queue: 't' },
  help: 'claim the next item',
  hint: 'claim next',
  rank: 4.5,
  operation: 'claim',
  writes: true,
  needs: 'changes',
  available: hasQueue,
  run(state) {
    const queue = queueHere(state)
    return queue === null ? [state] : [state, call('queue.claim', 'claim', { queue })]
  },
  done: {
    claim: ({ message: { id, lease } }) => ({
      text: `Claimed ${id}; the lease ends at ${clockOf(lease?.until)}`,
      select: id,
    }),
  },
})
