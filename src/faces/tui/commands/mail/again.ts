import { addressList } from '../../../present.ts'
import { otherMailbox } from '../../panes/inbox/scopes.ts'
import { messageHere } from '../../panes/thread/here.ts'
import type { State } from '../../state.ts'
import type { Step } from '../../step.ts'
import { ask, wordsIn } from '../ask.ts'
import { changed, isDraft } from '../change.ts'
import { call, command } from '../command.ts'
import { mayAct } from '../targets.ts'

const name = 'mail.again'
const words = { done: 'Retrying {}', verb: 'retry {}' }

/** Retries failed work of your own; delivers a dead letter, or a request that failed, again. */
export const again = command({
  name: 'again',
  at: { mail: 'd' },
  help: 'retry; deliver a dead letter again',
  hint(state) {
    const message = messageHere(state)
    if (message === undefined || isDraft(state)) return undefined
    if (message.condition === 'dead') return { text: 'deliver again', first: true }
    return message.status === 'failed' ? { text: 'retry', first: true } : undefined
  },
  rank: 4.5,
  operation: 'retry',
  writes: true,
  needs: 'row',
  available(state) {
    const message = messageHere(state)
    if (message === undefined) return 'No message is selected.'
    const other = otherMailbox(state)
    const may = other === null || mayAct(state, other)
    if (may !== true) return may
    const isOver = message.condition === 'dead' || message.status === 'failed'
    return isOver || 'Only failed messages and dead letters can be tried again.'
  },
  run(state) {
    const message = messageHere(state)
    if (message === undefined) return [state]
    return message.condition === 'dead' || message.owner !== state.session.me.address
      ? ask(state, {
          command: name,
          label: 'Deliver again to (empty: its owner):',
          subject: message.id,
          keeps: true,
        })
      : changed(state, { command: name, operation: 'retry', words })
  },
  answer(state: State, message: string, text): Step {
    const to = wordsIn(text)
    return [state, call(name, 'redeliver', { message, ...(to.length > 0 && { to }) })]
  },
  changes: { retry: words },
  done: {
    redeliver: ({ recipients }) =>
      `Delivered again to ${addressList(recipients.map(({ address }) => address))}`,
  },
})
