import { confirm } from '../ask.ts'
import { call, command } from '../command.ts'
import { itemHere } from './item-here.ts'

const name = 'queues.requeue'

export const requeueItem = command({
  name: 'requeue',
  at: { queues: 'r' },
  help: 'put the item back in its queue: from its claimant, or for one more attempt',
  hint: 'requeue',
  rank: 1,
  operation: 'requeue',
  writes: true,
  available(state) {
    const here = itemHere(state)
    if (here === null) return 'No item is selected.'
    return here.column !== 'available' || 'This item is available already.'
  },
  run(state) {
    const here = itemHere(state)
    if (here === null) return [state]
    const { queue, id, title, heldBy } = here.item
    const effect = call(name, 'requeue', { queue, message: id })
    if (here.column !== 'processing') return [state, effect]
    return confirm(state, `Take ${title} from ${heldBy ?? 'its claimant'}?`, { effect, acting: false })
  },
  done: { requeue: (_, { queue, message }) => `Put ${message} back in ${queue}` },
})
