import { lightFormat } from 'date-fns/lightFormat'
import { queueHere } from '../panes/inbox/scopes.ts'
import { messageHere } from '../panes/thread/here.ts'
import type { HasPanes } from '../state.ts'
import { confirm } from './ask.ts'
import { type Command, call } from './command.ts'
import { hasLease, hasQueue } from './here.ts'

/** The keys of a queue. */
export const queueCommands: readonly Command[] = [
  {
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
  },
  {
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
      const held = heldHere(state)
      return held === null ? [state] : [state, call('queue.release', 'release', held)]
    },
    done: { release: (_, { message }) => `Released ${message}; this attempt does not count` },
  },
  {
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
      const held = heldHere(state)
      return held === null ? [state] : [state, call('queue.renew', 'renew', held)]
    },
    done: {
      renew: ({ message: { id, lease } }) => `Renewed: the lease on ${id} ends at ${clockOf(lease?.until)}`,
    },
  },
  {
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
      return [
        state,
        isOpen ? call('queue.pause', 'pauseQueue', { queue }) : call('queue.pause', 'resumeQueue', { queue }),
      ]
    },
    done: {
      pauseQueue: (_, { queue }) => `Paused the queue ${queue}`,
      resumeQueue: (_, { queue }) => `Resumed the queue ${queue}`,
    },
  },
  {
    name: 'close',
    at: { queue: 'X' },
    help: 'close the queue',
    rank: 4.5,
    operation: 'closeQueue',
    writes: true,
    needs: 'changes',
    available: hasQueue,
    run(state) {
      const queue = queueHere(state)
      if (queue === null) return [state]
      return confirm(state, `Close the queue ${queue}?`, {
        effect: call('queue.close', 'closeQueue', { queue }),
        stays: 'The queue stays open.',
      })
    },
    done: { closeQueue: (_, { queue }) => `Closed the queue ${queue}` },
  },
]

/** The time of day of an ISO 8601 time, as the person's clock shows it. */
function clockOf(time: string | undefined): string {
  return time === undefined ? 'its completion' : lightFormat(time, 'HH:mm')
}

/** The claimed item that the keys act on, and which of its attempts is meant. */
function heldHere(state: HasPanes): { readonly message: string; readonly attempt: number } | null {
  const message = messageHere(state)
  return message?.lease ? { message: message.id, attempt: message.lease.attempt } : null
}
