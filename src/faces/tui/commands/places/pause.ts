import { queueHere } from '../../panes/inbox/scopes.ts'
import { call, command } from '../command.ts'
import { hasQueue } from '../here.ts'

const name = 'queue.pause'

export const pause = command({
  name: 'pause',
  at: { queue: 'O' },
  help: 'pause or resume the queue',
  hint: 'pause',
  rank: 4.5,
  operation: 'pauseQueue',
  writes: true,
  needs: 'changes',
  available: hasQueue,
  run(state) {
    const queue = queueHere(state)
    if (queue === null) return [state]
    const status = state.panes.roster.places.queues.find(({ name }) => name === queue)?.status
    const isOpen = status === 'active' || status === undefined
    return [state, isOpen ? call(name, 'pauseQueue', { queue }) : call(name, 'resumeQueue', { queue })]
  },
  done: {
    pauseQueue: (_, { queue }) => `Paused the queue ${queue}`,
    resumeQueue: (_, { queue }) => `Resumed the queue ${queue}`,
  },
})
