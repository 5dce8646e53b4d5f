import { messageHere } from '../../panes/thread/here.ts'
import type { Step } from '../../step.ts'
import { ask } from '../ask.ts'
import { isDraft } from '../change.ts'
import { call, command } from '../command.ts'

const name = 'mail.retract'

/** Takes the message under the cursor back, which one sent oneself or supervises. Who may is the mailbox's to say. */
export const retract = command({
  name: 'retract',
  at: { mail: 'g x' },
  help: 'take back what was sent',
  hint: (state) => {
    const message = messageHere(state)
    const isOwn = message !== undefined && message.from === state.session.me.address
    return isDraft(state) || !isOwn ? undefined : 'take back'
  },
  rank: 12,
  operation: 'retract',
  writes: true,
  needs: 'row',
  available(state) {
    const message = messageHere(state)
    if (message === undefined || isDraft(state)) return 'No message is selected.'
    return message.takenBack === undefined || `${message.id} was taken back already.`
  },
  run: (state) =>
    ask(state, {
      command: name,
      label: 'Take it back, because (may be empty):',
      subject: messageHere(state)?.id,
      keeps: true,
    }),
  answer(state, message: string, text): Step {
    const reason = text.trim()
    return [state, call(name, 'retract', { messages: [message], ...(reason !== '' && { reason }) })]
  },
  changes: { retract: { done: 'Took back {}', verb: 'take back {}' } },
  done: {
    retract: ({ messages: [first] }) =>
      first === undefined || first.seenBy.length === 0
        ? 'Taken back; nobody had seen it'
        : `Taken back; ${first.seenBy.length} had seen it and ${first.seenBy.length === 1 ? 'is' : 'are'} told`,
  },
})
