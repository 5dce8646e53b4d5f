import { messageHere } from '../../panes/thread/here.ts'
import { clockOf } from '../clock.ts'
import { call, command } from '../command.ts'
import { hasLease } from '../here.ts'

export const renew = command({
  name: 'renew',
  at: { queue: 'w' },
  help: 'renew the lease',
  hint: 'renew',
  rank: 4.5,
  operation: 'renew',
  writes: true,
  needs: 'row',
  available: hasLease,
  run(state) {
    const message = messageHere(state)
    if (!message?.lease) return [state]
    return [state, call('queue.renew', 'renew', { message: message.id, attempt: message.lease.attempt })]
  },
  done: {
    renew: ({ message: { id, lease } }) => `Renewed: the lease on ${id} ends at ${clockOf(lease?.until)}`,
  },
})
