import { yesOrNo } from '../../compose/editor/line-view.ts'
import { queueHere } from '../../panes/inbox/scopes.ts'
import { type Step, say } from '../../step.ts'
import { ask, isYes } from '../ask.ts'
import { call, command } from '../command.ts'
import { hasQueue } from '../here.ts'

const name = 'queue.close'

export const closeQueue = command({
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
    return ask(state, { command: name, label: `Close the queue ${queue}?${yesOrNo}`, subject: queue })
  },
  answer: (state, queue: string, text): Step =>
    isYes(text) ? [state, call(name, 'closeQueue', { queue })] : say(state, 'The queue stays open.'),
  done: { closeQueue: (_, { queue }) => `Closed the queue ${queue}` },
})
