import { type Step, say } from '../../step.ts'
import { ask } from '../ask.ts'
import { call, command } from '../command.ts'
import { itemHere } from './item-here.ts'

const name = 'queues.give-up'
type Subject = { readonly queue: string; readonly message: string }

export const giveUpItem = command({
  name: 'give-up',
  at: { queues: 'x' },
  help: 'give the item up: a dead letter, with a reason for its sender',
  hint: 'give up',
  rank: 2,
  operation: 'giveUp',
  writes: true,
  available(state) {
    const here = itemHere(state)
    if (here === null) return 'No item is selected.'
    return here.item.deadReason === null || 'This item is a dead letter already.'
  },
  run(state) {
    const here = itemHere(state)
    if (here === null) return [state]
    const { queue, id, title, heldBy } = here.item
    const from = here.column === 'processing' && heldBy !== null ? `, which ${heldBy} works on` : ''
    const label = `Give up ${title}${from}. Reason:`
    return ask(state, { command: name, label, subject: { queue, message: id }, keeps: true })
  },
  answer(state, subject: Subject, text): Step {
    const reason = text.trim()
    if (reason === '') return say(state, 'Nothing was given up: no reason was given.')
    return [state, call(name, 'giveUp', { ...subject, reason })]
  },
  done: { giveUp: (_, { message }) => `Gave up ${message}; its sender was notified` },
})
