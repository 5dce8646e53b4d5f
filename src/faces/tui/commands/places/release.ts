import { messageHere } from '../../panes/thread/here.ts'
import { call, command } from '../command.ts'
import { hasLease } from '../here.ts'

export const release = command({
  name: 'release',
  at: { queue: 'b' },
  help: 'release the claimed item',
  hint: 'release',
  rank: 4.5,
  operation: 'release',
  writes: true,
  needs: 'row',
  available: hasLease,
  run(state) {
    const message = messageHere(state)
    if (!message?.lease) return [state]
    return [state, call('queue.release', 'release', { message: message.id, attempt: message.lease.attempt })]
  },
  done: { release: (_, { message }) => `Released ${message}; this attempt does not count` },
})
